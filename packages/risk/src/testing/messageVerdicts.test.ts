import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeFunctionData, erc20Abi, parseAbi } from 'viem'
import type { Address } from '../address.ts'
import { deriveExecutedIntents } from '../derive/executedIntents.ts'
import { messageDetectors } from '../detectors/index.generated.ts'
import { type FactProviders, gatherFacts } from '../engine/gatherFacts.ts'
import type { RiskLevel } from '../engine/riskLevel.ts'
import { runDetectors } from '../engine/runDetectors.ts'
import { scoreOutcomes } from '../engine/score.ts'
import type { Facts } from '../facts/facts.ts'
import {
  account,
  byAddress,
  contract,
  DRAINER,
  ETHER,
  FRIEND,
  failure,
  label,
  MAX_UINT256,
  NFT,
  pay,
  ROUTER,
  router,
  SCAM,
  STRANGER,
  TRADER,
  UNKNOWN_CONTRACT,
  USDC,
} from './sampleFacts.ts'
import {
  allowance,
  DAYS_30,
  execution,
  gain,
  loss,
  NOW,
  order,
  origin,
  payment,
  permit2,
  personalText,
  SAFE,
  SEAPORT,
  sampleMessage,
  seaport,
  signIn,
  transfer,
  typedData,
  usdcToken,
  worstCaseExecution,
} from './sampleMessage.ts'

/** All detectors together: a rule that is right alone may still be wrong in company. */
async function judge(facts: Partial<Facts>) {
  const given = Object.entries({ ...sampleMessage(), ...facts }).map(([name, value]) => [name, () => value])
  const gathered = await gatherFacts({
    providers: { executedIntents: deriveExecutedIntents, ...(Object.fromEntries(given) as FactProviders) },
    needed: messageDetectors.flatMap(({ needs }) => needs),
    signal: new AbortController().signal,
  })
  assert.deepEqual(gathered.missing, {}, 'every fact of the case is known')
  return scoreOutcomes(runDetectors(messageDetectors, gathered))
}

const ALL = 1_000_000_000n
const COW: Address = `0xc0f${'0'.repeat(37)}`
const cow = () => contract(COW, { labels: [label('open-executor', 'CoW Protocol settlement')] })
const safe = () => contract(SAFE, { labels: [label('multisig', 'Safe 1.4.1 wallet')] })
const collection = () => contract(NFT, { token: { standard: 'erc721', symbol: 'APE', name: 'Apes', decimals: null } })
const ape = { assetType: 'erc721', address: NFT, tokenId: 7n, amount: 1n, to: null } as const
const lostApe = { address: NFT, assetType: 'erc721', tokenId: 7n, amount: 1n, before: 1n, usd: null } as const
const coins = (to: Address, amount: bigint) =>
  ({ assetType: 'native', address: null, tokenId: null, amount, to }) as const
const usdc = (amount: bigint, to: Address | null = null) =>
  ({ assetType: 'erc20', address: USDC, tokenId: null, amount, to }) as const
const app = (project: string) => origin({ official: project })

const HONEST: Record<string, Partial<Facts>> = {
  'a Permit2 permit for the Universal Router, as its site asks for': {
    origin: app('Uniswap'),
    intents: [allowance({ amount: 2n ** 160n - 1n, unlimited: true })],
    worstCase: { lost: [loss({ amount: ALL })], gained: [] },
  },
  'a bounded EIP-2612 permit for a known protocol': {
    ...typedData({ name: 'USD Coin', version: '2', verifyingContract: USDC }),
    intents: [allowance({ protocol: 'EIP-2612', standard: 'erc20', verifier: USDC, expiration: null })],
  },
  'a Permit2 transfer by a known router': { intents: [transfer()] },
  'a fair Seaport listing with fees': {
    ...typedData({ name: 'Seaport', version: '1.6', verifyingContract: SEAPORT }),
    origin: app('OpenSea'),
    intents: [order({ gives: [ape], gets: [coins(TRADER, 975n * 10n ** 15n), coins(FRIEND, 25n * 10n ** 15n)] })],
    named: byAddress(seaport(), collection(), account(FRIEND)),
    worstCase: { lost: [loss({ ...lostApe, takers: [STRANGER], returned: 'value' })], gained: [gain()] },
  },
  'a small offer for any item of a collection': {
    ...typedData({ name: 'Seaport', version: '1.6', verifyingContract: SEAPORT }),
    intents: [order({ gives: [usdc(50_000_000n)], gets: [{ ...ape, tokenId: null, to: TRADER }] })],
    named: byAddress(seaport(), collection(), usdcToken()),
    worstCase: {
      lost: [loss({ amount: 50_000_000n, takers: [STRANGER], returned: 'unpriced' })],
      gained: [gain({ ...lostApe, symbol: 'APE' })],
    },
  },
  'a CoW order at a fair price': {
    ...typedData({ name: 'Gnosis Protocol', version: 'v2', verifyingContract: COW }),
    origin: app('CoW Swap'),
    intents: [
      order({
        protocol: 'CoW Protocol',
        verifier: COW,
        puller: ROUTER,
        gives: [usdc(ALL)],
        gets: [coins(TRADER, 33n * 10n ** 16n)],
        end: NOW + 1_800n,
      }),
    ],
    named: byAddress(cow(), router(), usdcToken()),
    worstCase: {
      lost: [loss({ amount: ALL, takers: [COW], returned: 'value' })],
      gained: [gain({ amount: 33n * 10n ** 16n, usd: 990 })],
    },
  },
  'a sign-in to its own site': {
    ...personalText(),
    origin: origin(),
    intents: [signIn()],
    worstCaseExecutions: [],
    worstCase: { lost: [], gained: [] },
    named: {},
  },
  'a sign-in on its own site': {
    ...personalText(),
    intents: [signIn()],
    origin: origin(),
    worstCaseExecutions: [],
    worstCase: { lost: [], gained: [] },
    named: {},
  },
  'a text': {
    ...personalText('Welcome!'),
    intents: [],
    worstCaseExecutions: [],
    worstCase: { lost: [], gained: [] },
    named: {},
  },
  'a Snapshot vote': {
    ...typedData({ name: 'snapshot', version: '0.1.4', chainId: null, verifyingContract: null }),
    origin: app('Snapshot'),
    intents: [{ protocol: 'Snapshot', verifier: null, kind: 'vote', delegate: null, deadline: null }],
    worstCaseExecutions: [],
    worstCase: { lost: [], gained: [] },
    named: {},
  },
  'a governance delegation to a person': {
    ...typedData({ name: 'Compound', verifyingContract: USDC }),
    intents: [{ protocol: 'ERC20Votes', verifier: USDC, kind: 'vote', delegate: STRANGER, deadline: NOW + DAYS_30 }],
    worstCaseExecutions: [],
    worstCase: { lost: [], gained: [] },
    named: byAddress(usdcToken(), account(STRANGER)),
  },
  'a Safe transaction that pays a friend': {
    ...typedData({ name: null, verifyingContract: SAFE }),
    intents: [execution({ calls: [{ to: FRIEND, value: ETHER, data: '0x' }] })],
    named: byAddress(safe(), account(FRIEND)),
    worstCase: {
      lost: [
        loss({
          account: SAFE,
          address: null,
          assetType: 'native',
          amount: ETHER,
          before: 10n * ETHER,
          takers: [FRIEND],
        }),
      ],
      gained: [],
    },
  },
  'a Safe transaction that sends tokens': {
    ...typedData({ name: null, verifyingContract: SAFE }),
    intents: [
      execution({
        calls: [
          {
            to: USDC,
            value: 0n,
            data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [FRIEND, 5_000_000n] }),
          },
        ],
      }),
    ],
    named: byAddress(safe(), account(FRIEND), usdcToken()),
    worstCase: { lost: [loss({ account: SAFE, takers: [FRIEND] })], gained: [] },
  },
  'a few cents for a service (EIP-3009)': {
    ...typedData({ name: 'USD Coin', version: '2', verifyingContract: USDC }),
    intents: [payment({ to: STRANGER, amount: 10_000n })],
    named: byAddress(usdcToken(), account(STRANGER)),
    worstCase: { lost: [loss({ amount: 10_000n, takers: [STRANGER] })], gained: [] },
  },
  'taking a permission back from a drainer': {
    intents: [allowance({ spender: STRANGER, amount: 0n })],
    named: byAddress(permit2(), usdcToken(), account(STRANGER)),
    worstCase: { lost: [], gained: [] },
  },
  'a small permit for a young, unlabelled contract': {
    ...typedData({ name: 'USD Coin', version: '2', verifyingContract: USDC }),
    intents: [
      allowance({
        protocol: 'EIP-2612',
        standard: 'erc20',
        verifier: USDC,
        spender: UNKNOWN_CONTRACT,
        expiration: null,
      }),
    ],
    named: byAddress(usdcToken(), contract(UNKNOWN_CONTRACT)),
    worstCase: { lost: [loss({ takers: [UNKNOWN_CONTRACT] })], gained: [] },
  },
}

for (const [name, facts] of Object.entries(HONEST)) {
  test(`${name} is safe or low`, async () => {
    const { riskScore, findings } = await judge(facts)
    assert.ok(riskScore < 40, JSON.stringify(findings))
  })
}

test('a sign-in for a site that the caller does not name is not known, and no PROCEED', async () => {
  const judged = await judge({
    ...personalText(),
    intents: [signIn()],
    worstCaseExecutions: [],
    worstCase: { lost: [], gained: [] },
    named: {},
    origin: null,
  })
  assert.ok(judged.riskScore >= 40)
  const evidence = judged.findings.find(({ id }) => id === 'not-enough-known')?.evidence
  assert.deepEqual(evidence, { missing: ['origin'] })
})

const known = byAddress(router(), permit2(), usdcToken(), seaport(), safe(), collection())
const wallet = { ...known, ...byAddress(account(STRANGER)) }
const unknown = { ...known, ...byAddress(contract(UNKNOWN_CONTRACT)) }
const lostTo = (taker: Address, amount = ALL) => ({
  worstCase: { lost: [loss({ amount, takers: [taker] })], gained: [] },
})
const phishing = { label: 'phishing', name: null, source: 'Phishing sites', listedSince: null, matched: 'app.example' }

const HARMFUL: Record<string, { facts: Partial<Facts>; id: string; level: RiskLevel }> = {
  'a permit for a wallet': {
    facts: { intents: [allowance({ spender: STRANGER })], named: wallet, ...lostTo(STRANGER, 5_000_000n) },
    id: 'permit-to-eoa',
    level: 'critical',
  },
  'an unlimited permit for an unknown contract': {
    facts: {
      intents: [allowance({ spender: UNKNOWN_CONTRACT, amount: MAX_UINT256, unlimited: true })],
      named: unknown,
      ...lostTo(UNKNOWN_CONTRACT),
    },
    id: 'unlimited-permit-to-unknown-contract',
    level: 'critical',
  },
  'a batch for a listed drainer': {
    facts: {
      intents: [USDC, NFT, SCAM].map((token) => transfer({ token, spender: DRAINER })),
      worstCaseExecutions: [0, 1, 2].map((intent) => worstCaseExecution({ intent })),
      named: { ...known, ...byAddress(contract(DRAINER, { labels: [label('scammer')] })) },
      ...lostTo(DRAINER),
    },
    id: 'permit-to-flagged-spender',
    level: 'critical',
  },
  'a payment of all one has': {
    facts: { intents: [payment({ to: STRANGER, amount: ALL })], named: wallet, ...lostTo(STRANGER) },
    id: 'signed-payment-to-unknown-recipient',
    level: 'high',
  },
  'an item for nothing': {
    facts: {
      intents: [order({ gives: [ape] })],
      named: known,
      worstCase: { lost: [loss({ ...lostApe, takers: [STRANGER] })], gained: [] },
    },
    id: 'order-for-nothing',
    level: 'critical',
  },
  'an order whose proceeds go to a stranger': {
    facts: {
      intents: [order({ gives: [usdc(ALL)], gets: [coins(STRANGER, ETHER)] })],
      named: wallet,
      ...lostTo(ROUTER),
    },
    id: 'order-proceeds-to-another-address',
    level: 'critical',
  },
  'an order for a tenth of the price': {
    facts: {
      intents: [order({ gives: [usdc(ALL)], gets: [coins(TRADER, ETHER / 60n)] })],
      named: known,
      worstCase: {
        lost: [loss({ amount: ALL, takers: [STRANGER] })],
        gained: [gain({ amount: ETHER / 60n, usd: 50 })],
      },
    },
    id: 'signed-trade-below-market-price',
    level: 'critical',
  },
  'a delegate call by a Safe': {
    facts: {
      intents: [execution({ calls: [{ to: UNKNOWN_CONTRACT, value: 0n, data: '0x12345678', operation: 1 }] })],
      named: unknown,
      worstCase: { lost: [], gained: [] },
    },
    id: 'signed-delegatecall',
    level: 'critical',
  },
  'a new owner of a Safe': {
    facts: {
      intents: [
        execution({
          calls: [
            {
              to: SAFE,
              value: 0n,
              data: encodeFunctionData({
                abi: parseAbi(['function addOwnerWithThreshold(address,uint256)']),
                args: [STRANGER, 1n],
              }),
            },
          ],
        }),
      ],
      named: wallet,
      worstCase: { lost: [], gained: [] },
    },
    id: 'signed-control-change',
    level: 'high',
  },
  'a user operation that drains': {
    facts: {
      intents: [
        execution({
          protocol: 'ERC-4337 0.7',
          account: TRADER,
          calls: [{ to: UNKNOWN_CONTRACT, value: 0n, data: '0x4e71d92d' }],
        }),
      ],
      named: { ...unknown, ...byAddress(account(STRANGER)) },
      ...lostTo(STRANGER),
    },
    id: 'worst-case-loss',
    level: 'critical',
  },
  'an account handed to unknown code': {
    facts: {
      intents: [
        {
          protocol: 'EIP-7702',
          verifier: null,
          kind: 'delegation',
          account: TRADER,
          delegate: UNKNOWN_CONTRACT,
          chainId: 0n,
          nonce: null,
        },
      ],
      named: unknown,
    },
    id: 'signed-account-delegation',
    level: 'critical',
  },
  'a transaction in a text': {
    facts: {
      ...personalText(),
      intents: [
        {
          protocol: null,
          verifier: null,
          kind: 'hidden-transaction',
          transaction: pay(STRANGER, ETHER).transaction,
          chainId: 1n,
        },
      ],
      named: wallet,
    },
    id: 'hidden-transaction',
    level: 'critical',
  },
  eth_sign: {
    facts: {
      message: { account: TRADER, method: 'eth_sign', form: { type: 'hash', hash: `0x${'1'.repeat(64)}` } },
      intents: [{ protocol: null, verifier: null, kind: 'blind', hash: `0x${'1'.repeat(64)}` }],
    },
    id: 'blind-signature',
    level: 'critical',
  },
  'a sign-in to another account’s site': {
    facts: {
      ...personalText(),
      intents: [signIn()],
      origin: origin({ host: 'evil.example', registrable: 'evil.example' }),
    },
    id: 'sign-in-domain-mismatch',
    level: 'critical',
  },
  'an honest permit asked for by a listed site': {
    facts: { origin: origin({ official: 'Uniswap', listed: [phishing] }) },
    id: 'message-origin-on-block-list',
    level: 'critical',
  },
  'an unknown type with an amount': {
    facts: {
      intents: [
        {
          protocol: null,
          verifier: UNKNOWN_CONTRACT,
          kind: 'unknown',
          addresses: [],
          moves: [{ token: USDC, amount: 5n, path: 'amount' }],
          deadline: null,
        },
      ],
      worstCaseExecutions: [],
      named: unknown,
      worstCase: { lost: [], gained: [] },
    },
    id: 'unknown-message-type',
    level: 'medium',
  },
  'an order that fails now': {
    facts: {
      intents: [order({ gives: [ape], gets: [coins(TRADER, ETHER)] })],
      worstCaseExecutions: [worstCaseExecution({ simulations: [failure('not approved')] })],
      named: known,
      worstCase: { lost: [], gained: [] },
    },
    id: 'unsimulated-signature-effect',
    level: 'medium',
  },
}

for (const [name, { facts, id, level }] of Object.entries(HARMFUL)) {
  test(`${name} is ${level}`, async () => {
    const { riskLevel, findings } = await judge(facts)
    assert.equal(riskLevel, level, JSON.stringify(findings))
    assert.ok(
      findings.some((finding) => finding.id === id),
      JSON.stringify(findings),
    )
  })
}

test('an unexecutable order is not safe', async () => {
  const { riskScore, confidence } = await judge({
    intents: [order({ gives: [ape], gets: [coins(TRADER, ETHER)] })],
    worstCaseExecutions: [worstCaseExecution({ simulations: [], notRun: 'any item of the collection will do' })],
    named: known,
    worstCase: { lost: [], gained: [] },
  })
  assert.ok(riskScore >= 40)
  assert.ok(confidence < 1)
})

test('an unexamined spender is not safe', async () => {
  const { riskScore } = await judge({ intents: [allowance({ spender: STRANGER })], named: known })
  assert.ok(riskScore >= 40)
})
