import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toFunctionSelector } from 'viem'
import type { AbiItem } from '../verification/explorer.ts'
import { verifiedSignature } from './decodeByCallee.ts'

const ABI: AbiItem[] = [
  { type: 'event', name: 'stake', inputs: [] },
  { type: 'function', name: 'odd', inputs: [{ name: 'callback', type: 'function' }] },
  {
    type: 'function',
    name: 'stake',
    inputs: [
      {
        name: 'orders',
        type: 'tuple[]',
        components: [
          { name: 'amount', type: 'uint' },
          { name: '', type: 'address' },
        ],
      },
      { name: 'until', type: 'uint48' },
    ],
  },
]

test('a function of a verified ABI, with the names of its parameters and who has it', () => {
  const selector = toFunctionSelector('stake((uint256,address)[],uint48)')
  const found = verifiedSignature(ABI, selector, 'Sourcify')
  assert.equal(found?.text, 'stake((uint256 amount,address)[] orders,uint48 until)')
  assert.deepEqual([found?.abi, found?.selector], ['verified:Sourcify', selector])
})

test('what it does not declare is not found, and types that calls cannot have are skipped', () => {
  assert.equal(verifiedSignature(ABI, '0xdeadbeef', 'Sourcify'), null)
  assert.equal(verifiedSignature([], '0xdeadbeef', 'Sourcify'), null)
})
