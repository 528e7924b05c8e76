import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import { words } from '../../trade/trader.ts'
import { roleCalls } from './roleCalls.ts'

const at = (digits: string): Address => `0x${digits.repeat(20)}`
const [contract, from, user, token] = [at('c0'), at('f0'), at('a1'), at('70')]
const made = (text: string) =>
  ({ selector: '0x12345678', signature: null, arguments: text }) as unknown as ContractFunction

function dataOf(text: string, numbers = { amounts: [500n], ids: [7n] }) {
  return roleCalls({ contract, made: made(text), from }, [[user, token]], numbers).map(({ data }) => data)
}

test('two accounts stand in both orders', () => {
  assert.deepEqual(dataOf('address,address'), [words('0x12345678', user, token), words('0x12345678', token, user)])
})

test('or in one, where the second would undo the first', () => {
  const inOrder = (order: 'given' | 'reversed') =>
    roleCalls({ contract, made: made('address,address'), from }, [[user, token]], { amounts: [], ids: [] }, order)
  const [given, reversed] = [inOrder('given'), inOrder('reversed')].map((calls) => calls.map(({ data }) => data))
  assert.deepEqual(given, [words('0x12345678', user, token)])
  assert.deepEqual(reversed, [words('0x12345678', token, user)])
})

test('an id comes before an amount, alone and with it', () => {
  assert.deepEqual(dataOf('uint256'), [words('0x12345678', 7n), words('0x12345678', 500n)])
  assert.equal(dataOf('uint256,uint256')[0], words('0x12345678', 7n, 500n))
})

test('calls come from the adversary and send nothing', () => {
  const [call] = roleCalls({ contract, made: made(''), from }, [[user, token]], { amounts: [], ids: [] })
  assert.deepEqual([call?.from, call?.to, call?.value, call?.data], [from, contract, 0n, '0x12345678'])
})
