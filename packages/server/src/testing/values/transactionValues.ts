import { allScenarios } from '../../sandbox/scenarios.ts'
import type { SandboxWorld } from '../../sandbox/world.ts'
import { type Ask, rows, type ValueRow, type ValueTable } from './valueTable.ts'

/** Values of a transaction scan, and the findings that the sandbox's scenarios expect. */
export function transactionValues(world: SandboxWorld): ValueTable {
  const scenarios = allScenarios(world)
  const named = (id: string): Ask => {
    const found = scenarios.find((one) => one.id === id)
    if (found === undefined) throw new Error(`no scenario of the sandbox is called ${id}`)
    return { name: `scenario ${id}`, path: '/v1/scan/transaction', body: found.body }
  }
  const plain = named('plain-transfer')
  const approval = named('bounded-approval-to-router')
  return {
    title: 'Transactions',
    rows: [
      ...rows('recommendation', {
        PROCEED: ['score 0-39', plain, named('honeypot-sale')],
        REVIEW: ['score 40-59', named('reverting-call'), plain],
        CAUTION: ['score 60-79', named('token-to-own-contract'), named('token-transfer')],
        BLOCK: ['score 80-100', named('honeypot-sale'), named('young-token-sale')],
      }),
      ...rows('simulation.approvalChanges[].standard', {
        erc20: ['allowance of a token', approval, named('nft-transfer')],
        erc721: ['operator of a collection', named('operator-approval-to-eoa'), approval],
        erc1155: ['operator of items', named('item-operator-approval'), approval],
        permit2: ['allowance in Permit2', named('permit2-approval'), approval],
      }),
      ...scenarios.flatMap(({ id, expect: { findings } }) =>
        findings.map(
          (finding): ValueRow => ({
            member: 'warnings[].id',
            value: finding,
            means: 'see docs/detectors',
            subject: named(id),
            twin: TWINS[finding] === undefined ? plain : named(TWINS[finding]),
          }),
        ),
      ),
    ],
  }
}

/** Honest scenarios that do what the accused one does; others are told from a plain transfer. */
const TWINS: Readonly<Record<string, string>> = {
  'unlimited-approval-to-unknown-contract': 'permit2-approval',
  'limited-approval-to-unknown-contract': 'bounded-approval-to-router',
  'approval-to-eoa': 'bounded-approval-to-router',
  'approval-to-drainer': 'taxed-token-sale-approval',
  'approval-to-dangerous-contract': 'bounded-approval-to-router',
  'approval-to-open-executor': 'bounded-approval-to-router',
  'approval-to-token-contract': 'bounded-approval-to-router',
  'operator-approval-to-eoa': 'nft-transfer',
  'asset-drain-through-approvals': 'airdrop-claim',
  'fake-claim-function': 'airdrop-claim',
  'call-to-dangerous-contract': 'airdrop-claim',
  'honeypot-token-sale': 'young-token-sale',
  'payment-without-return': 'airdrop-claim',
  'whole-balance-transfer': 'token-transfer',
  'lookalike-recipient': 'token-transfer',
  'flagged-recipient': 'payment-to-exchange',
  'flagged-counterparty': 'bridge-deposit',
  'tokens-sent-to-token-contract': 'token-transfer',
  'trade-proceeds-to-another-address': 'v3-swap',
  'safe-delegatecall': 'safe-payment',
  'safe-configuration-change': 'safe-payment',
  'mixer-counterparty': 'bridge-deposit',
  'reverting-transaction': 'swap',
  'front-runnable-outcome': 'airdrop-claim',
}
