import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Hex } from '@redoubt/risk/address.ts'
import type { CallFrame } from '@redoubt/risk/facts/execution.ts'
import { toleranceIn } from './toleranceIn.ts'
import { word, words } from './trader.ts'

const [SELLER, ROUTER, POOL] = ['5e', '40', '90'].map((one) => `0x${one.repeat(20)}` as const)
const SWAP: Hex = '0xd78ad95fa46c994b6551d0da85fc275fe613ce37657fb8d5e3d130840159d822'
const GIVEN = 40_000_000_000n
const RECEIVED = 11_298_718_000_000_000_123n

const frame = (to: string | undefined, input: Hex, calls: CallFrame[] = [], logs: unknown[] = []) =>
  ({ type: 'CALL', from: SELLER, to, value: 0n, input, output: null, error: null, calls, logs }) as unknown as CallFrame
const swapLog = (out: bigint) => ({ address: POOL, topics: [SWAP], data: words('0x', GIVEN, 0n, 0n, out) })

/** A sale whose contract hands a limit on to a router. */
function told(
  args: readonly bigint[],
  limit: bigint,
  { out = RECEIVED, received = RECEIVED, error = null as string | null } = {},
) {
  const swap = { ...frame(ROUTER, words('0x18cbafe5', GIVEN, limit), [], [swapLog(out)]), error }
  const data = words('0x8a038a54', GIVEN, ...args)
  return toleranceIn({ data }, frame(SELLER, data, [swap]), { given: GIVEN, received })
}

describe('a tolerance that is measured at the price of the moment', () => {
  for (const [what, args, limit, percent] of [
    ['in hundredths of a percent', [300n], (RECEIVED * 9_700n) / 10_000n, 3],
    ['as the part that is kept', [9_950n], (RECEIVED * 9_950n) / 10_000n, 0.5],
    ['in percent', [5n], (RECEIVED * 95n) / 100n, 5],
    ['in thousandths', [15n], (RECEIVED * 985n) / 1_000n, 1.5],
    ['in fixed point', [2n * 10n ** 16n], RECEIVED - (RECEIVED * 2n) / 100n, 2],
    ['as a factor above one, of what is paid at most', [10_200n], (GIVEN * 10_200n) / 10_000n, 2],
  ] as const)
    test(what, () => assert.equal(told(args, limit), percent))

  test('of what the pool gives, before a fee of the contract', () =>
    assert.equal(told([300n], (RECEIVED * 9_700n) / 10_000n, { received: (RECEIVED * 99n) / 100n }), 3))

  for (const [what, result] of [
    ['a limit at a price from elsewhere', told([300n], (RECEIVED * 9_712n) / 10_000n)],
    ['a limit that the sender names', told([300n, (RECEIVED * 9_700n) / 10_000n], (RECEIVED * 9_700n) / 10_000n)],
    ['a fee of what arrives', told([300n], 1n, { out: RECEIVED, received: (RECEIVED * 9_700n) / 10_000n })],
    [
      'a minimum of one unit, where a pool pays out more than arrives',
      told([1n], RECEIVED, { received: (RECEIVED * 97n) / 100n }),
    ],
    ['no limit', told([300n], 0n)],
    ['no tolerance', told([], (RECEIVED * 9_700n) / 10_000n)],
    ['a part too large for one', told([4_000n], (RECEIVED * 6_000n) / 10_000n)],
    ['a call that failed', told([300n], (RECEIVED * 9_700n) / 10_000n, { error: 'reverted' })],
  ] as const)
    test(`is not ${what}`, () => assert.equal(result, null))

  test('is no word of a call without inner calls', () => {
    const data = `0x8a038a54${word(300n)}` as const
    assert.equal(toleranceIn({ data }, frame(SELLER, data), { given: GIVEN, received: RECEIVED }), null)
  })
})
