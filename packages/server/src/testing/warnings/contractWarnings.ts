import type { Address } from '@redoubt/risk/address.ts'
import { CORPUS } from '../../sandbox/corpus/corpus.ts'
import { CORPUS_ACCOUNTS, corpusNames } from '../../sandbox/corpus/corpusNames.ts'
import { swapNativeForTokens, transfer } from '../../sandbox/history/calls.ts'
import { nativeWorth } from '../../sandbox/profiles.ts'
import type { SandboxWorld } from '../../sandbox/world.ts'
import { CONTRACT_STAGE, PAUSED, TAXED_HOLDER } from './contractStage.ts'
import { misspelt } from './misspelt.ts'
import { WARNING_DEADLINE_MS, type WarningRequest, type WarningRow } from './warningRow.ts'

/** Findings of the corpus (tools/contracts/src/corpus): a case with the findings, and its honest twin without them. */
const CORPUS_ROWS: readonly (readonly [ids: readonly string[], subject: string, twin: string])[] = [
  [['balance-rewrite', 'holder-token-seizure'], 'plain.trap', 'plain.twin'],
  [['changeable-trading-limit', 'purchase-limit'], 'limit-switch.trap', 'plain.twin'],
  [['delayed-honeypot', 'token-theft-from-holders', 'trading-cooldown'], 'siphon.trap', 'siphon.twin'],
  [['external-call-in-transfer'], 'module.trap', 'module.twin'],
  [['guarded-token-power'], 'burn-others.trap', 'burn-others.twin'],
  [['free-mint'], 'self-transfer.trap', 'self-transfer.twin'],
  [['mint-beyond-supply-cap'], 'nft-mint.trap', 'nft-mint.twin'],
  [['nft-seizure-by-owner'], 'nft-seize.trap', 'nft-seize.twin'],
  [['pausable-transfers'], 'nft-approval.trap', 'nft-approval.twin'],
  [['reachable-selfdestruct'], 'closing-bank.trap', 'eth-bank.twin'],
  [['reclaimable-ownership', 'scam-like-bytecode'], 'take-back.trap', 'plain.twin'],
  [['renounced-ownership'], 'take-back.twin', 'take-back.trap'],
  [['sell-limit'], 'dust-limit.twin', 'plain.twin'],
  [['shrinking-token-balances'], 'melting.trap', 'plain.twin'],
  [['time-dependent-sell-block'], 'office-hours.trap', 'office-hours.twin'],
  [['upgradeable-proxy'], 'logic-upgrade.twin', 'plain.twin'],
  [['wallet-to-wallet-transfer-tax'], 'transfer-fee.trap', 'transfer-fee.twin'],
  [['withdrawal-of-user-deposits', 'unsafe-user-deposits'], 'eth-bank.trap', 'eth-bank.twin'],
]

const TRANSFER_TAX = { subject: 'transfer-fee.trap', twin: 'transfer-fee.twin' } as const
/** Deployed for the finding of their contract scan. */
const FREE_MINT = { subject: 'self-transfer.trap', twin: 'self-transfer.twin' } as const
const MELTING = 'melting.trap'
const PLAIN = 'plain.twin'
const UNTAXED_HOLDER = 'address-tax.twin'

/** Cases of the corpus that the rows need. */
export const CORPUS_CASES: ReadonlySet<string> = new Set([
  ...CORPUS_ROWS.flatMap(([, subject, twin]) => [subject, twin]),
  ...Object.values(TRANSFER_TAX),
  ...[PLAIN, PAUSED, TAXED_HOLDER, UNTAXED_HOLDER],
])

/** Contracts of the corpus and of the stage (`playContractStage`), each with the findings that it must get. */
export function contractWarnings(world: SandboxWorld): WarningRow[] {
  const { chain, actors, tokens, listed, dex } = world
  const scan = (address: string): WarningRequest => ({
    path: '/v1/scan/contract',
    body: { address, chain, options: { deadlineMs: WARNING_DEADLINE_MS } },
  })
  const addressOf = (id: string): Address => {
    const one = CORPUS.find((entry) => entry.id === id)
    if (one === undefined || !CORPUS_CASES.has(id)) throw new Error(`no deployed case of the corpus is called ${id}`)
    return corpusNames(one, world).self
  }
  const sends = (token: Address): WarningRequest => ({
    path: '/v1/scan/transaction',
    body: {
      chain,
      from: CORPUS_ACCOUNTS.holder1,
      to: token,
      data: transfer(CORPUS_ACCOUNTS.holder2, 10n ** 18n),
      value: '0',
      options: { deadlineMs: WARNING_DEADLINE_MS },
    },
  })
  const buys = (token: Address): WarningRequest => ({
    path: '/v1/scan/transaction',
    body: {
      chain,
      from: actors.trader,
      to: dex.v2Router,
      data: swapNativeForTokens([tokens.wrapped, token], actors.trader),
      value: String(nativeWorth(chain, 100)),
      options: { deadlineMs: WARNING_DEADLINE_MS },
    },
  })
  const plain = scan(addressOf(PLAIN))
  return [
    ...CORPUS_ROWS.map(([ids, subject, twin]) => ({
      ids,
      subject: scan(addressOf(subject)),
      twin: scan(addressOf(twin)),
    })),
    {
      ids: ['transfer-tax'],
      subject: sends(addressOf(TRANSFER_TAX.subject)),
      twin: sends(addressOf(TRANSFER_TAX.twin)),
    },
    {
      ids: ['incomplete-analysis'],
      subject: {
        path: '/v1/scan/contract',
        body: {
          address: addressOf(PLAIN),
          chain,
          options: { simulateTrade: false, deadlineMs: WARNING_DEADLINE_MS },
        },
      },
      twin: plain,
    },
    {
      ids: ['free-mint-token-purchase'],
      subject: buys(addressOf(FREE_MINT.subject)),
      twin: buys(addressOf(FREE_MINT.twin)),
    },
    {
      ids: ['shrinking-token-purchase'],
      subject: buys(addressOf(MELTING)),
      twin: buys(addressOf(PLAIN)),
    },
    { ids: ['blocked-token-purchase'], subject: scan(addressOf(PAUSED)), twin: plain },
    { ids: ['holder-tax'], subject: scan(addressOf(TAXED_HOLDER)), twin: scan(addressOf(UNTAXED_HOLDER)) },
    {
      ids: ['non-transferable-token'],
      subject: scan(CONTRACT_STAGE.boundToken),
      twin: scan(CONTRACT_STAGE.freeToken),
    },
    {
      ids: ['incomplete-bytecode-analysis'],
      subject: scan(CONTRACT_STAGE.computedJump),
      twin: scan(CONTRACT_STAGE.plainJump),
    },
    { ids: ['mistyped-address'], subject: scan(misspelt(tokens.usdc)), twin: scan(tokens.usdc) },
    { ids: ['delegated-account'], subject: scan(actors.delegated), twin: plain },
    { ids: ['flagged-implementation'], subject: scan(CONTRACT_STAGE.flaggedClone), twin: scan(listed.bridge) },
    { ids: ['metamorphic-code'], subject: scan(CONTRACT_STAGE.metamorphic), twin: plain },
    {
      ids: ['nft-approval-restriction'],
      subject: scan(CONTRACT_STAGE.collection),
      twin: scan(addressOf('nft-seize.twin')),
    },
    { ids: ['unlocked-liquidity'], subject: scan(tokens.honest), twin: scan(world.listings.alder) },
    {
      ids: ['ineffective-liquidity-lock'],
      subject: scan(CONTRACT_STAGE.freeToken),
      twin: scan(CONTRACT_STAGE.boundToken),
    },
  ]
}
