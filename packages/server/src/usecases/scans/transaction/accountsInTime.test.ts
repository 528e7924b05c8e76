import assert from 'node:assert/strict'
import { test } from 'node:test'
import drained from '@redoubt/risk/detectors/transaction/asset-drain-through-approvals.ts'
import { type FactProviders, gatherFacts, Incomplete } from '@redoubt/risk/engine/gatherFacts.ts'
import { runDetectors } from '@redoubt/risk/engine/runDetectors.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import type { Facts } from '@redoubt/risk/facts/facts.ts'
import {
  account,
  change,
  contract,
  DRAINER,
  FRIEND,
  invoke,
  STRANGER,
  sampleFacts,
  simulation,
  TRADER,
  usdc,
} from '@redoubt/risk/testing/sampleFacts.ts'
import { accountsInTime } from './accountsInTime.ts'
import { transactionProviders } from './transactionProviders.ts'
import type { TransactionSources } from './transactionSources.ts'

const never = () => new Promise<Account>(() => {})
const open = () => new AbortController().signal

test('accounts that can all be read are complete', async () => {
  const read = await accountsInTime([Promise.resolve(account(FRIEND)), Promise.resolve(account(STRANGER))], open())
  assert.deepEqual(read, { [FRIEND]: account(FRIEND), [STRANGER]: account(STRANGER) })
})

test('of no account are complete, also when it is too late', async () => {
  assert.deepEqual(await accountsInTime([], AbortSignal.abort()), {})
})

test('a late one is left out, and the answer says how many', async () => {
  const read = await accountsInTime([Promise.resolve(account(FRIEND)), never()], AbortSignal.timeout(10))
  assert.ok(read instanceof Incomplete)
  assert.deepEqual(Object.keys(read.value), [FRIEND])
  assert.equal(read.missing.reason, 'late')
  assert.match(read.missing.message, /^1 of the accounts/)
})

test('one that fails is left out, with why', async () => {
  const failure = new Error('no')
  const read = await accountsInTime([Promise.reject(failure), Promise.resolve(account(FRIEND))], open())
  assert.ok(read instanceof Incomplete)
  assert.deepEqual(Object.keys(read.value), [FRIEND])
  assert.deepEqual([read.missing.reason, read.missing.error], ['failed', failure])
})

test('a drain is seen by the deadline although one of those who gain cannot be looked up', async () => {
  const facts = {
    ...sampleFacts(),
    ...invoke(DRAINER, 'claim()', []),
    recipient: contract(DRAINER),
    simulation: simulation(),
    balanceChanges: [usdc(TRADER, -10_000_000n), usdc(STRANGER, 10_000_000n), change(FRIEND, 1n)],
  } as Facts
  const given = Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, () => fact]))
  const input = {
    transaction: facts.transaction,
    chain: 'ethereum' as const,
    spellings: [],
    origin: null,
    simulate: true,
    explain: false,
  }
  const read = (_: unknown, address: string) => (address === FRIEND ? never() : Promise.resolve(account(STRANGER)))
  // Of the sources, only accounts are asked for.
  const sources = { account: read } as unknown as TransactionSources
  const own = transactionProviders({ ...input, deadlineMs: 50 }, sources)
  const { counterparties, payees, movements, executedMovements, decodedSteps, principals } = own
  const derived = { counterparties, payees, movements, executedMovements, decodedSteps, principals }
  const providers = { ...given, safes: () => [], ...derived }
  const gathered = await gatherFacts({
    providers: providers as FactProviders,
    needed: drained.needs,
    signal: AbortSignal.timeout(50),
  })
  assert.equal(gathered.complete, false)
  assert.equal(runDetectors([drained], gathered)[0]?.status, 'found')
})
