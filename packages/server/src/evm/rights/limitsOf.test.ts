import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { limitsOf } from './limitsOf.ts'

const at = (digit: string): Address => `0x${digit.repeat(40)}`
const word = (value: bigint): Hex => `0x${value.toString(16).padStart(64, '0')}`
const right = {
  kind: 'wallet',
  account: at('a'),
  contract: at('c'),
  asset: at('7'),
  assetType: 'erc20',
  amount: 200n,
} as const

/** What is taken by calls of 200 each until `most`. */
const limits = (most: bigint, { held = 9_000n, allowed = 0n, of = {} as Partial<typeof right> } = {}) =>
  limitsOf(
    { ...right, ...of },
    {
      chain: { balance: async () => held } as never,
      block: {} as never,
      readAfter: async () => [word(held), word(allowed)],
      takenBy: async (times) => (most < 200n * BigInt(times) ? most : 200n * BigInt(times)),
    },
    AbortSignal.timeout(1_000),
  )

const CASES: [string, Parameters<typeof limits>, object][] = [
  ['a limit of each payment', [10n ** 9n], { amount: 200n, whole: false, reach: 9_000n, times: 12 }],
  ['a limit of all payments', [200n], { amount: 200n, whole: false, reach: 9_000n, times: 1 }],
  ['half of what is allowed is all or most', [200n, { allowed: 400n }], { amount: 200n, whole: true, reach: 400n }],
  ['payments that together take most', [10n ** 9n, { held: 1_000n }], { amount: 1_000n, whole: true, reach: 1_000n }],
  [
    'an allowance above what is held',
    [200n, { allowed: 10n ** 9n }],
    { amount: 200n, whole: false, reach: 9_000n, times: 1 },
  ],
]

for (const [name, input, expected] of CASES)
  test(`limits of a right: ${name}`, async () => {
    assert.deepEqual(await limits(...input), expected)
  })

test('what a contract keeps is measured elsewhere', async () => {
  const kept = { kind: 'contract' } as never
  assert.deepEqual(await limits(200n, { of: kept }), { amount: 200n, whole: true })
})
