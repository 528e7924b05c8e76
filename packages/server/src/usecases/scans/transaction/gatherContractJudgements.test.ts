import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import { DERIVED_FACTS } from '@redoubt/risk/derive/derivedFacts.ts'
import rule from '@redoubt/risk/detectors/transaction/call-to-dangerous-contract.ts'
import { type FactProviders, gatherFacts } from '@redoubt/risk/engine/gatherFacts.ts'
import { runDetectors } from '@redoubt/risk/engine/runDetectors.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import type { ContractJudgement } from '@redoubt/risk/facts/contractJudgement.ts'
import type { Facts } from '@redoubt/risk/facts/facts.ts'
import {
  account,
  change,
  contract,
  DRAINER,
  ETHER,
  FRIEND,
  invoke,
  label,
  pay,
  ROUTER,
  router,
  sampleFacts,
  TRADER,
  UNKNOWN_CONTRACT,
} from '@redoubt/risk/testing/sampleFacts.ts'
import { judgement } from '@redoubt/risk/testing/testJudgement.ts'
import { rejectOnAbort } from '../../../testing/rejectOnAbort.ts'
import { gatherContractJudgements } from './judgeContracts.ts'

const SAFE: Address = `0x5afe${'0'.repeat(36)}`
const TOKEN: Address = `0x70ce${'0'.repeat(36)}`
const WORLD: Record<Address, Account> = {
  [FRIEND]: account(FRIEND),
  [ROUTER]: router(),
  [DRAINER]: contract(DRAINER),
  [UNKNOWN_CONTRACT]: contract(UNKNOWN_CONTRACT),
  [SAFE]: contract(SAFE, { kind: { type: 'safe', version: '1.4.1', singleton: ROUTER } }),
  [TOKEN]: contract(TOKEN, { token: { standard: 'erc20', symbol: 'RUG', name: 'Rug', decimals: 18 } }),
}
const still = { balanceChanges: [], counterparties: {} }
type Judge = (account: Account, signal: AbortSignal) => Promise<ContractJudgement>
const clean: Judge = async ({ address }) => Object.values(judgement(address, 'none'))[0] as ContractJudgement

/** What the rule says when the contracts are judged so, and which were. */
async function scan(facts: Partial<Facts>, judge: Judge = clean) {
  const asked: Address[] = []
  const sources = {
    account: async (_: unknown, address: Address) => WORLD[address] ?? account(address),
    contractJudgement: (_: unknown, account: Account, signal: AbortSignal) => {
      asked.push(account.address)
      return judge(account, signal)
    },
  }
  const { contractJudgements: _gathered, ...sample } = sampleFacts()
  const given = Object.entries({ ...sample, ...facts }).map(([name, value]) => [name, () => value])
  const providers = {
    ...DERIVED_FACTS,
    ...Object.fromEntries(given),
    contractJudgements: gatherContractJudgements(sources),
  } as FactProviders
  const gathered = await gatherFacts({ providers, needed: rule.needs, signal: AbortSignal.timeout(1_000) })
  const [outcome] = runDetectors([rule], gathered)
  assert.ok(outcome)
  return {
    asked,
    status: outcome.status,
    decisive: outcome.status === 'unknown' && outcome.missingDecisiveFacts.length > 0,
  }
}

test('people, wallets, well-known contracts and the sender are not scanned', async () => {
  for (const to of [FRIEND, SAFE, ROUTER, TRADER])
    assert.deepEqual((await scan({ ...still, ...invoke(to, 'claim()', []) })).asked, [], to)
})

test('a callee without a name is scanned, once, also inside a bundle', async () => {
  const call = invoke(DRAINER, 'claim()', [])
  assert.deepEqual((await scan({ ...still, ...call })).asked, [DRAINER])
  const twice = { ...call, decodedCall: { ...call.decodedCall, to: null, calls: [call.decodedCall, call.decodedCall] } }
  assert.deepEqual((await scan({ ...still, ...twice })).asked, [DRAINER])
})

test('each account that gains what the sender loses is scanned, by payment or by execution', async () => {
  const paid = { ...pay(UNKNOWN_CONTRACT, ETHER), balanceChanges: [change(TRADER, -ETHER), change(DRAINER, ETHER)] }
  assert.deepEqual((await scan(paid)).asked, [UNKNOWN_CONTRACT, DRAINER])
})

test('a token that only moves or approves itself costs no scan', async () => {
  for (const signature of ['transfer(address,uint256)', 'approve(address,uint256)'])
    assert.deepEqual((await scan({ ...still, ...invoke(TOKEN, signature, [ROUTER, 0n]) })).asked, [], signature)
  const takes = { balanceChanges: [change(TRADER, -ETHER), change(FRIEND, ETHER)] }
  const { asked } = await scan({ ...takes, ...invoke(TOKEN, 'transfer(address,uint256)', [ROUTER, 1n]) })
  assert.deepEqual(asked, [TOKEN])
})

test('a scan that comes too late or fails is unknown, and decides whether the contract is paid or only called', async () => {
  for (const late of [
    (_: Account, signal: AbortSignal) => rejectOnAbort(signal),
    () => Promise.reject(new Error('no node')),
  ]) {
    const called = await scan({ ...still, ...invoke(DRAINER, 'claim()', []) }, late)
    assert.deepEqual([called.status, called.decisive], ['unknown', true])
    const paid = await scan({ ...invoke(DRAINER, 'claim()', [], { value: ETHER }), ...still }, late)
    assert.deepEqual([paid.status, paid.decisive], ['unknown', true])
  }
})

test('what an incomplete scan found counts, and finding nothing is no answer', async () => {
  const partly = (worst: 'critical' | 'none'): Judge => {
    return async ({ address }) => ({
      ...(Object.values(judgement(address, worst))[0] as ContractJudgement),
      complete: false,
    })
  }
  const call = { ...still, ...invoke(DRAINER, 'claim()', []) }
  assert.equal((await scan(call, partly('critical'))).status, 'found')
  assert.equal((await scan(call, partly('none'))).status, 'unknown')
})

test('more contracts than are scanned are unknown, those that are paid come first', async () => {
  const named = Array.from({ length: 12 }, (_, index): Address => `0xc0de${String(index).padStart(36, '0')}`)
  for (const address of named) WORLD[address] = contract(address, { labels: [label('whale')] })
  const steps = named.map((to, index) => invoke(to, 'claim()', [], { value: index === 11 ? ETHER : 0n }).decodedCall)
  const call = invoke(ROUTER, 'claim()', [], { calls: steps })
  const { asked, status } = await scan({ ...still, ...call })
  assert.deepEqual([asked.length, asked[0], status], [8, named[11], 'unknown'])
})
