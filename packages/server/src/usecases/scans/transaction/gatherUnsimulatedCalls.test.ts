import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import unseen from '@redoubt/risk/detectors/transaction/unsimulated-call-to-unknown-contract.ts'
import { type FactProviders, gatherFacts } from '@redoubt/risk/engine/gatherFacts.ts'
import { runDetectors } from '@redoubt/risk/engine/runDetectors.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import type { DecodedCall } from '@redoubt/risk/facts/decodedCall.ts'
import type { Facts } from '@redoubt/risk/facts/facts.ts'
import type { SourceCheck } from '@redoubt/risk/facts/purchaseFacts.ts'
import {
  account,
  contract,
  DRAINER,
  ETHER,
  FRIEND,
  invoke,
  ROUTER,
  router,
  sampleFacts,
  simulation,
  TRADER,
} from '@redoubt/risk/testing/sampleFacts.ts'
import type { TransactionScanInput } from './scanTransaction.ts'
import { transactionProviders } from './transactionProviders.ts'
import type { TransactionSources } from './transactionSources.ts'

const WORLD: Record<Address, Account> = {
  [TRADER]: account(TRADER),
  [FRIEND]: account(FRIEND),
  [ROUTER]: router(),
  [DRAINER]: contract(DRAINER, { deployedRecently: true, codeHash: `0x${'7'.repeat(64)}` }),
}
const claim = invoke(DRAINER, 'claim()', [], { value: ETHER })

type Case = { call: Pick<Facts, 'transaction' | 'decodedCall'>; engine: 'dead' | 'slow' | 'off' | 'works' }

/** The rule over facts that the scan's own providers learned, with as much of an engine as the case has. */
async function judge({ call, engine }: Case) {
  const asked: Address[] = []
  const sources = {
    account: async (_: unknown, address: Address) => WORLD[address] ?? account(address),
    ensName: async () => null,
    simulate: () => (engine === 'slow' ? new Promise(() => {}) : Promise.reject(new Error('no engine'))),
    sourceCheck: async ({ address }: SourceCheck) => {
      asked.push(address)
      return { address, verified: false, asked: ['Sourcify'] }
    },
  } as unknown as TransactionSources
  const input = { transaction: call.transaction, deadlineMs: 200 } as unknown as TransactionScanInput
  const { block, safes } = sampleFacts()
  const given = { block: () => block, safes: () => safes, decodedCall: () => call.decodedCall } as FactProviders
  const run = {
    simulation: () => simulation(),
    balanceChanges: () => [],
    executedSteps: () => [],
  } as unknown as FactProviders
  const gathered = await gatherFacts({
    providers: { ...transactionProviders(input, sources), ...given, ...(engine === 'works' && run) },
    needed: unseen.needs,
    switchedOff: engine === 'off' ? ['simulation'] : [],
    signal: AbortSignal.timeout(200),
  })
  const [outcome] = runDetectors([unseen], gathered)
  return { status: outcome?.status, asked, calls: gathered.facts.unsimulatedCalls ?? [] }
}

for (const engine of ['dead', 'slow', 'off'] as const) {
  test(`a claim at an unknown contract is told of when the engine is ${engine}`, async () => {
    assert.equal((await judge({ call: claim, engine })).status, 'found')
  })
}

test('who publishes nothing is asked about where there is time', async () => {
  const { asked, calls } = await judge({ call: claim, engine: 'off' })
  assert.deepEqual(asked, [DRAINER])
  assert.equal(calls[0]?.source?.verified, false)
})

test('no service is asked about executed calls', async () => {
  const { status, asked, calls } = await judge({ call: claim, engine: 'works' })
  assert.deepEqual({ status, asked, calls }, { status: 'not-applicable', asked: [], calls: [] })
})

test('calls of a bundle are told, and what a known service calls is its own', async () => {
  const empty: DecodedCall = { ...invoke(TRADER, 'x()', []).decodedCall, to: null, selector: null, functionName: null }
  const bundle = {
    transaction: { ...claim.transaction, to: TRADER },
    decodedCall: { ...empty, calls: [claim.decodedCall] },
  }
  assert.deepEqual(
    (await judge({ call: bundle, engine: 'off' })).calls.map(({ to }) => to),
    [DRAINER],
  )
  const routed = invoke(ROUTER, 'multicall()', [], { calls: [claim.decodedCall] })
  assert.notEqual((await judge({ call: routed, engine: 'off' })).status, 'found')
})
