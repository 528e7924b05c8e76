import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import { scannedMessage } from '../../evm/permissions/testing/scannedMessage.ts'
import { marketOrders } from '../../testing/marketMessages.ts'
import { cowOrder, oneInchOrder, type Sale, zeroExOrder } from '../../testing/orderMessages.ts'
import { signaturesOf } from './keptSignatures.ts'

const OWNER: Address = `0x${'2'.repeat(40)}`
const [KEEPER, SELLS, BUYS, ORIGIN] = ['a', 'b', 'c', 'd'].map((digit): Address => `0x${digit.repeat(40)}`) as [
  Address,
  Address,
  Address,
  Address,
]
const NOW = 1_800_000_000
const sale = (until: number): Sale & { origin: Address } => ({
  chainId: 1,
  keeper: KEEPER,
  maker: OWNER,
  sells: { token: SELLS, amount: 10n },
  buys: { token: BUYS, amount: 9n },
  until,
  origin: ORIGIN,
})
type Asked = { primaryType: string; message: Record<string, unknown> }
const orders = (until: number) => marketOrders(sale(until)) as unknown as Record<string, Asked>
const listed = (asked: Asked | undefined) =>
  signaturesOf([scannedMessage(asked ?? assert.fail(), OWNER)], {
    chain: 'ethereum',
    owner: OWNER,
    now: NOW,
  }).signatures.flatMap(({ standard, deadline }) => [standard, deadline])
const withMember = (name: string, member: string, value: string): Asked => {
  const order = orders(NOW + 60)[name] ?? assert.fail()
  return { ...order, message: { ...order.message, [member]: value } }
}

describe('until when an order is listed', () => {
  const HIGH_BITS = 2n ** 64n + 1n
  // What the published contracts make of the member.
  const open: [string, Asked, unknown[]][] = [
    ['Blur: 0 is no end', withMember('Blur', 'expirationTime', '0'), ['blur-order-signature', null]],
    ['ParaSwap: 0 is no end', withMember('ParaSwap', 'expiry', '0'), ['paraswap-order-signature', null]],
    ['1inch quotes: 0 is no end', withMember('1inch RFQ', 'info', '7'), ['1inch-order-signature', null]],
    [
      '0x items: the whole word is compared',
      withMember('0x ERC-721', 'expiry', String(HIGH_BITS)),
      ['0x-order-signature', Number(HIGH_BITS)],
    ],
    [
      '0x pieces: the whole word is compared',
      withMember('0x ERC-1155', 'expiry', String(HIGH_BITS)),
      ['0x-order-signature', Number(HIGH_BITS)],
    ],
  ]
  for (const [name, asked, expected] of open) test(name, () => assert.deepEqual(listed(asked), expected))

  test('after its time an order goes, unless its contract says whether it is over', () => {
    const past = orders(NOW - 60)
    const kept = Object.keys(past).filter((name) => listed(past[name]).length > 0)
    // 1inch's third version has its end in a predicate.
    assert.deepEqual(kept, ['1inch v3', '0x ERC-1155'])
    const at = sale(NOW - 60)
    const others = { cow: cowOrder(at, {}), limit: zeroExOrder(at, 'limit'), oneInch: oneInchOrder(at, 0n) }
    const found = Object.entries(others).map(([name, asked]) => [name, listed(asked as unknown as Asked)])
    assert.deepEqual(found, [
      ['cow', ['cow-order-signature', NOW - 60]],
      ['limit', ['0x-order-signature', NOW - 60]],
      ['oneInch', []],
    ])
  })
})
