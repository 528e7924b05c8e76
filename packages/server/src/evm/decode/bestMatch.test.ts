import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { toFunctionSelector } from 'viem'
import { parseSignature } from './abiTypes.ts'
import { bestMatch } from './decodeCall.ts'

const OTHER_ACCOUNT: Address = '0x52a7e3b57c481bcc01cd75938412fbd92242ece1'
const AAVE: Address = '0x87870bca3f3fd6335c3f4ce8392d69350b4fa4e2'
const word = (value: bigint) => value.toString(16).padStart(64, '0')
const call = (signature: string, ...words: bigint[]): Hex =>
  `0x${toFunctionSelector(signature).slice(2)}${words.map(word).join('')}`
const abiOf = (to: Address, data: Hex, declared: Parameters<typeof bestMatch>[1] = []) => {
  const match = bestMatch({ chain: 'ethereum', to, data }, declared)
  return match === null || match === 'ambiguous' ? match : match.signature.abi
}

test('what the callee declares goes before every index', () => {
  const data = call('transfer(address,uint256)', 1n, 2n)
  const own = {
    ...parseSignature('many_msg_babbage(uint256,uint256)'),
    selector: data.slice(0, 10) as Hex,
    abi: 'verified:Sourcify',
  }
  assert.equal(abiOf(OTHER_ACCOUNT, data, [own]), 'verified:Sourcify')
  assert.equal(
    abiOf(OTHER_ACCOUNT, data, [{ ...own, selector: '0xdeadbeef' }]),
    'erc20',
    'another function of the callee',
  )
  assert.equal(abiOf(OTHER_ACCOUNT, data), 'erc20')
})

test('our own declaration stays where a descriptor has the same types: rules know ABIs by name', () => {
  assert.equal(abiOf(AAVE, call('supply(address,uint256,address,uint16)', 1n, 2n, 3n, 0n)), 'aave-v3-pool')
})

test('a descriptor declares what no index does, also for contracts that it does not name', () => {
  const data = call('enterExitQueue(uint256,address)', 1n, 2n)
  assert.equal(abiOf(OTHER_ACCOUNT, data), 'clear-signing')
})

test('a list of signatures alone is believed where one fits', () => {
  assert.equal(abiOf(OTHER_ACCOUNT, call('borrowBalanceStored(address)', 1n)), 'data-pack')
  assert.equal(abiOf(OTHER_ACCOUNT, call('borrowBalanceStored(address)', 2n ** 200n)), null, 'no address')
})
