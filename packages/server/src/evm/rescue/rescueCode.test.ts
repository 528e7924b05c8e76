import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import type { RescueAsset } from '@redoubt/risk/facts/rescueFacts.ts'
import { decodeFunctionData, getCreate2Address, keccak256, parseAbi } from 'viem/utils'
import { RESCUE_INIT_CODE, RESCUE_SOURCE_SHA256 } from './rescueCode.generated.ts'
import { rescueCall, rescueDelegate } from './rescueCode.ts'

const SAFE: Address = '0x5afe3855358e112b5647b952709e6165e1c1eeee'
const TOKEN: Address = `0x${'c'.repeat(40)}`
const ABI = parseAbi([
  'struct Item { address collection; uint256 id; bool edition; }',
  'function rescue(address[] tokens, Item[] items)',
])

test('the committed code was compiled from the committed source', () => {
  const source = readFileSync(join(import.meta.dirname, '../../../../../contracts/RescueDelegate.sol'), 'utf8')
  assert.equal(createHash('sha256').update(source).digest('hex'), RESCUE_SOURCE_SHA256)
})

test('the address follows from the factory, the salt, the code and the safe address', () => {
  const { address, deployment } = rescueDelegate(SAFE)
  const salt = deployment.data.slice(0, 66) as `0x${string}`
  const initCode = `0x${deployment.data.slice(66)}` as const
  assert.equal(initCode, `${RESCUE_INIT_CODE}${SAFE.slice(2).padStart(64, '0')}`)
  const made = getCreate2Address({ from: deployment.to, salt, bytecodeHash: keccak256(initCode) })
  assert.equal(made.toLowerCase(), address)
  assert.notEqual(rescueDelegate(TOKEN).address, address)
})

test('coins need no argument; items tell their standard', () => {
  const asset = (more: Partial<RescueAsset>): RescueAsset => ({
    standard: 'erc20',
    token: TOKEN,
    tokenId: null,
    amount: 5n,
    symbol: null,
    decimals: null,
    valueUsd: null,
    ...more,
  })
  const data = rescueCall([
    asset({ standard: 'coins', token: null }),
    asset({}),
    asset({ standard: 'erc721', tokenId: 7n, amount: 1n }),
    asset({ standard: 'erc1155', tokenId: 8n, amount: 3n }),
  ])
  const { args } = decodeFunctionData({ abi: ABI, data })
  const collection = args[1][0]?.collection
  assert.deepEqual(args, [
    [collection],
    [
      { collection, id: 7n, edition: false },
      { collection, id: 8n, edition: true },
    ],
  ])
})
