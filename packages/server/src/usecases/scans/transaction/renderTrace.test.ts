import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import type { CallFrame } from '@redoubt/risk/facts/execution.ts'
import { encodeFunctionData, getAddress, parseAbi } from 'viem/utils'
import { decodeCall } from '../../../evm/decode/decodeCall.ts'
import { renderTrace } from './renderTrace.ts'

const A: Address = `0x${'a1'.repeat(20)}`
const B: Address = `0x${'b2'.repeat(20)}`
const TOKEN: Address = `0x${'c3'.repeat(20)}`
const ABI = parseAbi(['function transferFrom(address from, address to, uint256 value)'])
const names = { chain: 'ethereum', accounts: new Map(), imitates: () => false } as const
const moved = new Map([[TOKEN, { symbol: '“GOLD”', decimals: 6 }]])
const decode = ({ to, value, data }: Parameters<Parameters<typeof renderTrace>[1]['decode']>[0]) =>
  decodeCall({ to, value, data })

function frame(change: Partial<CallFrame>): CallFrame {
  return {
    type: 'CALL',
    from: A,
    to: B,
    value: 0n,
    gas: 100n,
    gasUsed: 21n,
    input: '0x',
    output: null,
    error: null,
    revertReason: null,
    logs: [],
    calls: [],
    ...change,
  }
}

test('calls are listed depth first, each with its depth', () => {
  const tree = frame({ calls: [frame({ to: TOKEN, calls: [frame({ type: 'STATICCALL', to: A })] }), frame({ to: A })] })
  const { calls, leftOut } = renderTrace(tree, { names, moved, decode })
  assert.deepEqual(
    calls.map(({ depth, type, to }) => [depth, type, to]),
    [
      [0, 'CALL', getAddress(B)],
      [1, 'CALL', getAddress(TOKEN)],
      [2, 'STATICCALL', getAddress(A)],
      [1, 'CALL', getAddress(A)],
    ],
  )
  assert.equal(leftOut, 0)
})

test('what a token lets another take is an amount of it, where it moved as one', () => {
  const input = encodeFunctionData({ abi: ABI, args: [A, B, 3_000_000_000n] })
  const [known] = renderTrace(frame({ to: TOKEN, input }), { names, moved, decode }).calls
  assert.equal(known?.label, '“GOLD”')
  assert.deepEqual(
    known?.parameters.map(({ value, display }) => [value, display]),
    [
      [getAddress(A), null],
      [getAddress(B), null],
      ['3000000000', '3,000 “GOLD”'],
    ],
  )
  const [item] = renderTrace(frame({ to: TOKEN, input }), { names, moved: new Map(), decode }).calls
  assert.equal(item?.parameters[2]?.display, null)
})

test('a failed call says why; calls beyond 400 are counted', () => {
  const failed = frame({ error: 'execution reverted', revertReason: 'no' })
  const { calls, leftOut } = renderTrace(frame({ calls: Array.from({ length: 450 }, () => failed) }), {
    names,
    moved,
    decode,
  })
  assert.deepEqual([calls[1]?.success, calls[1]?.error], [false, 'no'])
  assert.deepEqual([calls.length, leftOut], [400, 51])
})
