import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import type { SimulationRequest, Simulator } from '../simulation/simulator.ts'
import { chainWithHoldings, simulatorWithHoldings } from './withHoldings.ts'

const account: Address = `0x${'ab'.repeat(20)}`
const token: Address = `0x${'cd'.repeat(20)}`
const [slot, other]: [Hex, Hex] = [`0x${'1'.padStart(64, '0')}`, `0x${'2'.padStart(64, '0')}`]
const value: Hex = `0x${'f'.padStart(64, '0')}`
const holdings = {
  chain: 'ethereum' as const,
  account,
  state: { [account]: { balance: 7n }, [token]: { storage: { [slot]: value } } },
}
const block = {} as PinnedBlock
const { signal } = new AbortController()

test('the engine runs with what the visitor owns; what a request pretends goes before', async () => {
  const asked: SimulationRequest[] = []
  const simulator = { read: async (request: SimulationRequest) => asked.push(request) && '0x' } as unknown as Simulator
  const transaction = { from: account, to: token, data: '0x' as const, value: 0n }
  const stateOverrides = { [token]: { storage: { [other]: value } }, [account]: { balance: 1n } }
  await simulatorWithHoldings(simulator, holdings).read({ block, transaction, stateOverrides, signal })
  assert.deepEqual(asked[0]?.stateOverrides, {
    [account]: { balance: 1n },
    [token]: { storage: { [slot]: value, [other]: value } },
  })
})

test('the network is read with what the visitor owns; other reads go to it', async () => {
  const chain = {
    chain: 'ethereum',
    balance: async () => 3n,
    storage: async () => '0x',
    call: async () => 'network',
  } as unknown as ChainSource
  const simulator = { read: async () => 'engine' } as unknown as Simulator
  const rich = chainWithHoldings(chain, simulator, holdings)
  assert.deepEqual([await rich.balance(block, account, signal), await rich.balance(block, token, signal)], [7n, 3n])
  assert.deepEqual(
    [await rich.storage(block, token, slot, signal), await rich.storage(block, token, other, signal)],
    [value, '0x'],
  )
  const call = (data: Hex) => rich.call(block, { to: token, data }, signal)
  assert.deepEqual(
    [await call(`0x70a08231${'0'.repeat(24)}${account.slice(2)}`), await call('0x313ce567')],
    ['engine', 'network'],
  )
})

test('an account that was given code by an earlier request has that code', async () => {
  const chain = { chain: 'ethereum', code: async () => '0x' } as unknown as ChainSource
  const code: Hex = `0xef0100${token.slice(2)}`
  const given = { ...holdings, state: { [account]: { balance: 7n, code } } }
  const rich = chainWithHoldings(chain, {} as Simulator, given)
  assert.deepEqual([await rich.code(block, account, signal), await rich.code(block, token, signal)], [code, '0x'])
})
