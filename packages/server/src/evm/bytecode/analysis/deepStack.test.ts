import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCode } from './code.ts'
import { runDeepStack } from './deepStack.ts'
import { walk } from './walk.ts'

const stackOf = (size: number) => Array.from({ length: size }, (_, at) => size - at)
const run = (code: number[], size: number) => {
  const stack = stackOf(size)
  return { bytes: runDeepStack(Uint8Array.from(code), 0, stack), stack }
}

test('DUPN copies one of the places 17 to 235', () => {
  assert.equal(run([0xe6, 0x00], 20).stack.at(-1), 17)
  assert.equal(run([0xe6, 0x5a], 240).stack.at(-1), 107)
  assert.equal(run([0xe6, 0x80], 240).stack.at(-1), 108)
  assert.equal(run([0xe6, 0xff], 240).stack.at(-1), 235)
})

test('SWAPN swaps the top with one of the places 18 to 236', () => {
  const { stack } = run([0xe7, 0x00], 20)
  assert.equal(stack.at(-1), 18)
  assert.equal(stack.at(-18), 1)
})

test('EXCHANGE swaps two places below the top', () => {
  const { stack } = run([0xe8, 0x01], 20)
  assert.equal(stack.at(-2), 3)
  assert.equal(stack.at(-3), 2)
  const far = run([0xe8, 0x00], 40).stack
  assert.equal(far.at(-2), 30)
  assert.equal(far.at(-30), 2)
})

test('operands that are jump destinations or pushes, and places below the stack, fail', () => {
  for (const code of [
    [0xe6, 0x5b],
    [0xe7, 0x7f],
    [0xe8, 0x50],
  ])
    assert.equal(run(code, 240).bytes, 0)
  assert.equal(run([0xe6, 0x00], 16).bytes, 0)
  assert.equal(run([0xe7, 0x00], 17).bytes, 0)
})

test('a walk goes on behind DUPN with the copied value', () => {
  // PUSH1 1, sixteen more, DUPN 17, PUSH1 0, SSTORE, STOP
  const code = `0x6001${'6002'.repeat(16)}e600600055 00`.replace(' ', '') as `0x${string}`
  const { complete, basicBlocks } = walk(readCode(code), null, { steps: 1_000 })
  assert.equal(complete, true)
  const [write] = basicBlocks.flatMap(({ effects }) => effects.filter(({ type }) => type === 'write'))
  assert.ok(write?.type === 'write')
  assert.equal(write.value.constant, 1n)
})
