import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Hex } from '@redoubt/risk/address.ts'
import { readOriginal } from '../../sandbox/testing/readOriginal.ts'
import { codeTraits } from './codeTraits.ts'

const runtime = (name: Parameters<typeof readOriginal>[0]) => codeTraits(readOriginal(name).deployedBytecode)

test('nothing is asked of code that could not answer', () => {
  assert.deepEqual(
    (['UniswapV2Pair', 'UniswapV3Pool', 'UniswapV2Router02', 'PlainToken', 'Vault4626'] as const).map(
      (name) => runtime(name).pool,
    ),
    [true, true, false, false, false],
  )
  assert.equal(runtime('UniswapV2Pair').mixer, false)
})

test('the implementation slot is known by its 32 bytes', () => {
  assert.equal(runtime('Proxy1967').implementationSlot, 'mentioned')
  assert.equal(runtime('PlainToken').implementationSlot, null)
})

test('reading megabytes of code is quick', () => {
  const code: Hex = `0x${'363d3d373d3d3d363d73'.repeat(100_000)}`
  const before = process.threadCpuUsage()
  assert.deepEqual([codeTraits(code).clones, codeTraits(code).pool], [null, false])
  const { user } = process.threadCpuUsage(before)
  assert.ok(user < 1_000_000, `${user} µs`)
})
