import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DERIVED_FACTS } from '../derive/derivedFacts.ts'
import { walletDetectors } from '../detectors/index.generated.ts'
import { type FactProviders, gatherFacts } from '../engine/gatherFacts.ts'
import { runDetectors } from '../engine/runDetectors.ts'
import type { FactName, Facts } from '../facts/facts.ts'
import { ASPECTS } from '../wallet/aspects.ts'
import { WALLET_WEIGHTS } from '../wallet/subScores.ts'
import { scoreWallet } from '../wallet/walletScore.ts'
import { account, contract, FRIEND, label, ROUTER, router, STRANGER, TRADER, UNKNOWN_CONTRACT } from './sampleFacts.ts'
import {
  activity,
  bait,
  counterparty,
  EXCHANGE,
  exchange,
  exposure,
  hop,
  lookalike,
  mixer,
  safe,
  sampleWallet,
  scammer,
  walletApproval,
  walletHistory,
} from './sampleWallet.ts'

/** All detectors together: a rule that is right alone may still be wrong in company. */
async function judge(facts: Partial<Facts>, absent: FactName[] = []) {
  const given = Object.entries({ ...sampleWallet(), ...facts }).map(([name, value]) => [
    name,
    () => {
      if (absent.includes(name as FactName)) throw new Error('out of reach')
      return value
    },
  ])
  const providers = { ...DERIVED_FACTS, ...Object.fromEntries(given) } as FactProviders
  const gathered = await gatherFacts({
    providers,
    needed: [...walletDetectors.flatMap(({ needs }) => needs), 'history', 'walletCounterparties', 'fundingChain'],
    signal: new AbortController().signal,
  })
  return scoreWallet(runDetectors(walletDetectors, gathered), gathered)
}

test('every wallet detector speaks to one of the five sub-scores, and no other does', () => {
  assert.deepEqual(Object.keys(ASPECTS).sort(), walletDetectors.map(({ id }) => id).sort())
})

test('the weights are the contract’s', () => {
  assert.deepEqual(WALLET_WEIGHTS, { age: 15, history: 20, funding: 25, associations: 25, labels: 15 })
})

const HONEST: Record<string, Partial<Facts>> = {
  'an ordinary trader': {},
  'a trader whose history was poisoned and who gave a router an unlimited approval': {
    poisonings: [{ ...lookalike({ bait: [bait()] }), address: STRANGER }],
    walletApprovals: [walletApproval({ unlimited: true })],
  },
  'the treasury of a team, two of three': {
    subject: contract(TRADER, {
      kind: { type: 'safe', version: '1.4.1', singleton: ROUTER },
      labels: [label('multisig', 'Safe 1.4.1 wallet')],
    }),
    walletContract: safe(),
    walletExtensions: [{ role: 'fallback handler', account: contract(UNKNOWN_CONTRACT) }],
    fundingChain: [hop({ account: account(FRIEND) }), hop({ hop: 2 })],
  },
  'the hot wallet of an exchange, which everybody pays and which pays everybody': {
    subject: exchange(),
    walletActivity: activity({
      sent: 900_000,
      forwards: { incoming: 500, forwarded: 450, to: [FRIEND] },
      firstPaid: { parties: 4_000, dust: 2_500 },
      pulled: { owners: [FRIEND, STRANGER, ROUTER], hashes: [], emptied: 3 },
    }),
    exposures: [
      exposure({ share: 0.02 }),
      exposure({ kind: 'sanctioned', direction: 'out', share: 0.01 }),
      exposure({ kind: 'flagged', share: 0.05 }),
    ],
  },
  'the bot of a market maker, busy since last week': {
    subject: account(TRADER, { nonce: 40_000n }),
    walletActivity: activity({
      ageDays: 9,
      sent: 40_000,
      forwards: { incoming: 60, forwarded: 55, to: [ROUTER, EXCHANGE, FRIEND] },
    }),
    walletCounterparties: [counterparty({ account: router(), address: ROUTER }), counterparty({ account: exchange() })],
  },
  'an account that made a first wallet today': {
    subject: account(TRADER, { nonce: 1n }),
    walletActivity: activity({ ageDays: 0, idleDays: 0, sent: 1, received: 1 }),
    walletCounterparties: [counterparty({ account: exchange(), address: EXCHANGE })],
    walletApprovals: [],
  },
  'a victim, who paid a scammer once': {
    exposures: [exposure({ kind: 'flagged', direction: 'out', share: 0.3 })],
    walletCounterparties: [counterparty({ account: scammer() }), counterparty({ account: router(), address: ROUTER })],
  },
}
for (const [name, facts] of Object.entries(HONEST)) {
  test(`${name}: safe or low`, async () => {
    const { riskLevel, riskScore, findings, subScores } = await judge(facts)
    assert.match(riskLevel, /^(safe|low)$/, JSON.stringify({ riskScore, findings, subScores }, null, 1))
  })
}

const HARM: Record<string, [Partial<Facts>, RegExp]> = {
  'a listed thief, however old and busy': [{ subject: account(TRADER, { labels: [label('hacker')] }) }, /^critical$/],
  'a sanctioned exchange': [
    { subject: account(TRADER, { sanctioned: true, labels: [label('exchange')] }) },
    /^critical$/,
  ],
  'a fresh wallet with gas from a mixer': [
    {
      fundingChain: [hop({ account: mixer() })],
      walletActivity: activity({ ageDays: 2, sent: 3 }),
      exposures: [exposure({ share: 1 })],
    },
    /^(high|critical)$/,
  ],
  'a planted look-alike': [{ lookalikes: [lookalike({ bait: [bait()] })] }, /^critical$/],
  'one that empties accounts that approved it': [
    { walletActivity: activity({ pulled: { owners: [FRIEND, STRANGER, ROUTER], hashes: [], emptied: 3 } }) },
    /^(high|critical)$/,
  ],
  'an account under a sweeper’s code': [
    { walletContract: { type: 'delegated', delegate: contract(UNKNOWN_CONTRACT, { labels: [label('scammer')] }) } },
    /^critical$/,
  ],
}
for (const [name, [facts, level]] of Object.entries(HARM)) {
  test(`${name}: ${level.source}`, async () => {
    const { riskLevel, findings } = await judge(facts)
    assert.match(riskLevel, level, JSON.stringify(findings))
  })
}

test('no evidence at all is never safe, and says so', async () => {
  const everything = Object.keys(sampleWallet()).filter(
    (name) => !['block', 'subject', 'spellings'].includes(name),
  ) as FactName[]
  const { riskScore, confidence, subScores } = await judge({}, everything)
  assert.ok(riskScore >= 20, String(riskScore))
  assert.ok(confidence < 0.7, String(confidence))
  for (const aspect of ['age', 'funding', 'associations'] as const)
    assert.deepEqual([subScores[aspect].score, subScores[aspect].known], [50, false], aspect)
})

test('a list’s missing facts lower confidence and clear no account', async () => {
  const known = await judge({})
  const unknown = await judge({ subject: account(TRADER, { nonce: 140n, sanctioned: null }) })
  assert.ok(unknown.confidence < known.confidence)
  assert.equal(unknown.subScores.labels.known, false)
})

test('a finding raises its own sub-score and no other', async () => {
  const clean = await judge({})
  const { subScores } = await judge({ fundingChain: [hop({ account: mixer() })] })
  assert.ok(subScores.funding.score >= 60)
  assert.equal(subScores.funding.reason, 'Money from mixer, directly')
  for (const aspect of ['age', 'history', 'associations', 'labels'] as const)
    assert.deepEqual(subScores[aspect], clean.subScores[aspect])
})

test('the sum by weight is what it says, and floors only raise it', async () => {
  for (const facts of [...Object.values(HONEST), ...Object.values(HARM).map(([one]) => one)]) {
    const { subScores, weighted, riskScore } = await judge(facts)
    const sum = Object.values(subScores).reduce((total, { score, weight }) => total + score * weight, 0)
    assert.equal(weighted, Math.round(sum / 100))
    assert.ok(riskScore >= weighted)
  }
})

test('an older wallet is never riskier for its age', async () => {
  const scores = []
  for (const ageDays of [0, 3, 20, 60, 200, 900])
    scores.push((await judge({ walletActivity: activity({ ageDays }), history: walletHistory() })).riskScore)
  assert.deepEqual(
    scores,
    scores.toSorted((a, b) => b - a),
  )
})
