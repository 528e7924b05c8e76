import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { WHOLE } from '@redoubt/risk/facts/walletRights.ts'
import { hashTypedData } from 'viem/utils'
import { marketOrders } from '../../testing/marketMessages.ts'
import { orderPlace } from '../../usecases/permissions/signatureTerms.ts'
import type { RightPlace } from './rightPlace.ts'
import { isCounted, SIGNED_STANDARDS, type SignedStandard } from './signedStandards.ts'
import { keptOrder } from './testing/keptOrder.ts'

const OWNER: Address = `0x${'21'.repeat(20)}`
const [KEEPER, SELLS, BUYS, ORIGIN] = ['a', 'b', 'c', 'd'].map((digit): Address => `0x${digit.repeat(40)}`) as [
  Address,
  Address,
  Address,
  Address,
]
const MESSAGES = marketOrders({
  chainId: 1,
  keeper: KEEPER,
  maker: OWNER,
  sells: { token: SELLS, amount: 10n },
  buys: { token: BUYS, amount: 9n },
  until: 1_900_000_000,
  origin: ORIGIN,
})
type Name = keyof typeof MESSAGES

function placed(name: Name): { place: RightPlace; standard: SignedStandard; digest: Hex; hash: Hex } {
  const typedData = MESSAGES[name]
  const { place, message } = keptOrder(typedData, OWNER)
  assert.ok(place?.terms, name)
  const { standard, id, terms } = place
  return {
    standard: standard as SignedStandard,
    place: { standard, keeper: KEEPER, holder: KEEPER, id, terms },
    digest: hashTypedData(typedData as never),
    hash: message.digests?.messageHash ?? assert.fail(),
  }
}
const word = (value: bigint | number) => BigInt(value).toString(16).padStart(64, '0')
const words = (...values: (bigint | number)[]): Hex => `0x${values.map(word).join('')}`
const stateOf = (name: Name, answers: readonly (Hex | null)[], owner = OWNER) => {
  const { standard, place } = placed(name)
  return SIGNED_STANDARDS[standard].state(answers, { owner, place, now: 0n })
}

describe('orders of other exchanges', () => {
  test('each is known by what its contract counts by', () => {
    const byDigest: Name[] = ['1inch RFQ', '1inch v3', 'ParaSwap', '0x OTC', '0x ERC-721', '0x ERC-1155']
    for (const name of byDigest) assert.equal(placed(name).place.id, BigInt(placed(name).digest), name)
    for (const name of ['Blur', 'Blur v2', 'LooksRare v1', 'LooksRare v2'] as const)
      assert.equal(placed(name).place.id, BigInt(placed(name).hash), name)
  })

  test('their contracts are asked, and told, by the functions that they publish', () => {
    // Selectors as block explorers show them for the deployed contracts.
    const published: [Name, reads: Hex[], end: Hex | null][] = [
      ['1inch RFQ', ['0x56f16124'], '0x825caba1'],
      ['1inch v3', ['0x7e54f092'], '0x2d9a56f6'],
      ['0x OTC', ['0x59ebfb45'], null],
      ['0x ERC-721', ['0x030b2730'], '0xbe167b9d'],
      ['0x ERC-1155', [], '0x06d2596b'],
    ]
    for (const [name, reads, end] of published) {
      const { standard, place } = placed(name)
      const made = SIGNED_STANDARDS[standard]
      const asked = made.reads(OWNER, place).map(({ data }) => data.slice(0, 10))
      if (reads.length > 0) assert.deepEqual(asked, reads, name)
      assert.equal(made.end?.(place, OWNER)?.data.slice(0, 10) ?? null, end, name)
    }
  })

  test('a quote and an item of 0x are one bit of a word each', () => {
    for (const [name, slot, bit] of [
      ['1inch RFQ', 5n, 7n],
      ['0x ERC-721', 5n, 3n],
    ] as const) {
      const { standard, place } = placed(name)
      const [read] = SIGNED_STANDARDS[standard].reads(OWNER, place)
      assert.equal(BigInt(`0x${read?.data.slice(-64)}`), slot, name)
      const all = 2n ** 256n - 1n
      assert.deepEqual(
        [words(1n << bit), words(all ^ (1n << bit)), words(0n), null].map((answer) => stateOf(name, [answer])),
        [0n, WHOLE, WHOLE, null],
        name,
      )
    }
  })

  test('what is left plus one: 0 was never touched, 1 is over', () => {
    for (const name of ['1inch v3', 'ParaSwap'] as const)
      assert.deepEqual(
        [0, 1, 6, 11].map((kept) => stateOf(name, [words(kept)])),
        [WHOLE, 0n, WHOLE / 2n, WHOLE],
        name,
      )
  })

  test('0x OTC: a later nonce of the same sender ends it, and nothing of its maker', () => {
    const { standard, place } = placed('0x OTC')
    const [read] = SIGNED_STANDARDS[standard].reads(OWNER, place)
    assert.equal(read?.data.slice(10), `${ORIGIN.slice(2).padStart(64, '0')}${word(6)}`)
    assert.deepEqual(
      [0, 7, 8, 9].map((last) => stateOf('0x OTC', [words(last)])),
      [WHOLE, WHOLE, 0n, 0n],
    )
    assert.equal(stateOf('0x OTC', [words(0)], BUYS), 0n)
  })

  test('0x ERC-1155: the amount that is left of the hashed order', () => {
    const { place } = placed('0x ERC-1155')
    const id = place.id ?? 0n
    assert.deepEqual(
      [words(id, 1, 4, 4), words(id, 1, 4, 1), words(id, 2, 4, 4), words(id + 1n, 1, 4, 4), words(id)].map((info) =>
        stateOf('0x ERC-1155', [info]),
      ),
      [WHOLE, WHOLE / 4n, 0n, null, null],
    )
  })

  test('Blur: one counter for all, and the first version keeps what was filled', () => {
    const cases: [Name, (Hex | null)[], bigint | null][] = [
      ['Blur', [words(2), words(0)], WHOLE],
      ['Blur', [words(2), words(1)], 0n],
      ['Blur', [words(3), words(0)], 0n],
      ['Blur', [words(1), words(0)], null],
      ['Blur', [words(2), null], null],
      ['Blur v2', [words(2)], WHOLE],
      ['Blur v2', [words(3)], 0n],
      ['Blur v2', [null], null],
    ]
    for (const [name, answers, left] of cases) assert.equal(stateOf(name, answers), left, `${name} ${answers}`)
    assert.deepEqual([isCounted(placed('Blur').place), isCounted(placed('Blur v2').place)], [true, false])
  })

  test('LooksRare: the order’s own nonce, and those that end many', () => {
    const hash = placed('LooksRare v2').place.id ?? 0n
    const cases: [Name, (Hex | null)[], bigint | null][] = [
      ['LooksRare v1', [words(0), words(0)], WHOLE],
      ['LooksRare v1', [words(0), words(9)], WHOLE],
      ['LooksRare v1', [words(0), words(10)], 0n],
      ['LooksRare v1', [words(1), words(0)], 0n],
      ['LooksRare v1', [words(0), null], null],
      ['LooksRare v2', [words(0), words(7, 0), words(0)], WHOLE],
      ['LooksRare v2', [words(hash), words(7, 0), words(0)], WHOLE],
      ['LooksRare v2', [words(5), words(7, 0), words(0)], 0n],
      ['LooksRare v2', [words(0), words(0, 4), words(0)], 0n],
      ['LooksRare v2', [words(0), words(0), words(0)], null],
      ['LooksRare v2', [words(0), words(7, 0), words(1)], 0n],
      ['LooksRare v2', [words(0), words(7, 0), null], null],
    ]
    for (const [name, answers, left] of cases) assert.equal(stateOf(name, answers), left, `${name} ${answers}`)
  })

  test('an order that the scan did not hash is not taken for it', () => {
    for (const name of ['1inch v3', '0x ERC-1155'] as const) {
      const typedData = MESSAGES[name]
      const { message, intent } = keptOrder(typedData, OWNER)
      const other = { ...typedData, message: { ...typedData.message, taker: BUYS, salt: '5' } }
      assert.equal(keptOrder(typedData, OWNER).place?.terms?.startsWith('0x'), true)
      assert.equal(orderPlace(message, intent, { owner: OWNER, asked: other })?.terms, undefined, name)
    }
  })
})
