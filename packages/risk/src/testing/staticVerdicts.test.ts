import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address } from '../address.ts'
import { DERIVED_FACTS } from '../derive/derivedFacts.ts'
import flaggedCounterparty from '../detectors/transaction/flagged-counterparty.ts'
import frozenCounterparty from '../detectors/transaction/frozen-counterparty.ts'
import sentToToken from '../detectors/transaction/tokens-sent-to-token-contract.ts'
import { type FactProviders, gatherFacts } from '../engine/gatherFacts.ts'
import { runDetectors } from '../engine/runDetectors.ts'
import type { Facts } from '../facts/facts.ts'
import {
  account,
  byAddress,
  contract,
  DRAINER,
  ETHER,
  FRIEND,
  invoke,
  label,
  pay,
  sampleFacts,
  USDC,
} from './sampleFacts.ts'

// Verdicts on a transaction that was not executed: the caller switched the simulation off.

const DETECTORS = [flaggedCounterparty, frozenCounterparty, sentToToken]

async function judgeUnexecuted(facts: Partial<Facts>) {
  const { balanceChanges: _, ...rest } = { ...sampleFacts(), ...facts }
  const given = Object.entries(rest).map(([name, value]) => [name, () => value])
  const providers: FactProviders = { ...DERIVED_FACTS, ...Object.fromEntries(given) }
  const gathered = await gatherFacts({
    providers: { ...providers, balanceChanges: (get) => get('simulation').then(() => []) },
    needed: DETECTORS.flatMap(({ needs }) => needs),
    switchedOff: ['simulation'],
    signal: new AbortController().signal,
  })
  return Object.fromEntries(runDetectors(DETECTORS, gathered).map((outcome) => [outcome.detector.id, outcome.status]))
}

const send = (to: Address) => invoke(USDC, 'transfer(address,uint256)', [to, 5n])

test('a listed or frozen receiver that the call data names is found', async () => {
  const listed = byAddress(account(DRAINER, { labels: [label('scammer')], frozenBy: ['USDT'] }))
  const outcomes = await judgeUnexecuted({ ...send(DRAINER), counterparties: listed })
  assert.equal(outcomes['flagged-counterparty'], 'found')
  assert.equal(outcomes['frozen-counterparty'], 'found')
})

test('tokens for their own contract are found', async () => {
  assert.equal((await judgeUnexecuted(send(USDC)))['tokens-sent-to-token-contract'], 'found')
})

test('coins for a token may be a purchase, and clear no account: other receivers are not known', async () => {
  const token = { standard: 'erc20', symbol: 'WETH', name: 'Wrapped Ether', decimals: 18 } as const
  const wrapped = await judgeUnexecuted({ ...pay(USDC, ETHER), recipient: contract(USDC, { token }) })
  assert.equal(wrapped['tokens-sent-to-token-contract'], 'unknown')
  const singleton = contract(USDC, { labels: [label('multisig', 'Safe singleton')] })
  const stranded = await judgeUnexecuted({ ...pay(USDC, ETHER), recipient: singleton })
  assert.equal(stranded['tokens-sent-to-token-contract'], 'found')
  const outcomes = await judgeUnexecuted({ ...send(FRIEND), counterparties: byAddress(account(FRIEND)) })
  assert.equal(outcomes['flagged-counterparty'], 'unknown')
  assert.equal(outcomes['frozen-counterparty'], 'unknown')
})
