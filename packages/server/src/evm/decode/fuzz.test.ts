import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Hex } from '@redoubt/risk/address.ts'
import fc from 'fast-check'
import { encodeFunctionData, parseAbiItem } from 'viem'
import entries from './abiIndex.generated.json' with { type: 'json' }
import { parseSignature } from './abiTypes.ts'
import { decodeCall } from './decodeCall.ts'
import { decodeInPart, wholeCall } from './wholeArguments.ts'

const decodeWhole = (decode: Parameters<typeof decodeInPart>[0]) => wholeCall(decodeInPart(decode))

/** 10,000 by `FUZZ_RUNS=10000`. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 1_000)
/** Of work, in microseconds: a busy machine may give us none for long. */
const MAX_WORK = 500_000

const selectors = entries.flatMap(({ signatures }) =>
  Object.keys(signatures).filter((key) => key.length === 9 && key.startsWith('f')),
)
const word = fc.oneof(
  fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
  fc.bigInt({ min: 0n, max: 512n }),
  fc.constantFrom(0n, 32n, 64n, 96n, 2n ** 255n, 2n ** 256n - 1n),
)
const body = fc.oneof(
  fc.array(word, { maxLength: 64 }).map((words) => words.map((one) => one.toString(16).padStart(64, '0')).join('')),
  fc.uint8Array({ maxLength: 4_096 }).map((bytes) => Buffer.from(bytes).toString('hex')),
)
const data = fc
  .tuple(
    fc.oneof(
      fc.constantFrom(...selectors).map((key) => key.slice(1)),
      fc.stringMatching(/^[0-9a-f]{8}$/),
    ),
    body,
  )
  .map(([selector, rest]): Hex => `0x${selector}${rest}`)

test('whatever the call data: no throw, bounded time and size, and no claim that encodes to other bytes', () => {
  fc.assert(
    fc.property(data, (calldata) => {
      const started = process.threadCpuUsage()
      const call = decodeCall(
        { to: '0x87870bca3f3fd6335c3f4ce8392d69350b4fa4e2', value: 1n, data: calldata },
        { chain: 'ethereum', from: null },
      )
      const { user } = process.threadCpuUsage(started)
      assert.ok(user < MAX_WORK, `${user} µs`)
      assert.ok(
        JSON.stringify(call, (_, value) => (typeof value === 'bigint' ? String(value) : value)).length < 2_000_000,
      )
      if (call.functionName === null || call.signature === null) return
      const { name, canonical, inputs } = parseSignature(call.signature)
      if (
        inputs.some(({ type }) => type.text.includes('string')) ||
        call.parameters.some((one) => /^(trailing|undecoded)/.test(one.name))
      )
        return
      const again = encodeFunctionData({
        abi: [parseAbiItem(`function ${canonical}`)],
        functionName: name,
        args: call.args,
      } as never)
      assert.equal(again, calldata)
    }),
    { numRuns: RUNS },
  )
})

test('whatever the call data: whole arguments are in proportion to it, and each begins as its bounded form does', async () => {
  await fc.assert(
    fc.asyncProperty(data, async (calldata) => {
      const asked = { to: '0x87870bca3f3fd6335c3f4ce8392d69350b4fa4e2', value: 1n, data: calldata } as const
      const bounded = decodeCall(asked, { chain: 'ethereum', from: null })
      const call = await decodeWhole((cut) => decodeCall(asked, { chain: 'ethereum', from: null }, cut))
      const values = call.parameters.map(({ value }) => value)
      assert.ok(values.reduce((sum, value) => sum + value.length, 0) < 2_000 + calldata.length * 8)
      for (const [at, { value }] of bounded.parameters.entries())
        assert.equal(values[at]?.slice(0, 20), value.replace(/….*$/s, '').slice(0, 20) || values[at]?.slice(0, 20))
      for (const value of values) assert.doesNotMatch(value, /[\p{Cc}\p{Cf}]/u)
    }),
    { numRuns: RUNS },
  )
})
