import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AskedPayment, sumAskedPayments } from './askedPayments.ts'

const USDC = `0x${'a'.repeat(40)}` as const
const DAI = `0x${'b'.repeat(40)}` as const
const usdc = (amount: bigint, to = USDC): AskedPayment => ({ token: USDC, symbol: 'USDC', decimals: 6, to, amount })
const asked = (digest: string, payments: AskedPayment[], chain = 'base') => ({ digest, chain, askedAt: 0, payments })

test('payments are summed per token and network', () => {
  const dai = { token: DAI, symbol: null, decimals: null, to: USDC, amount: 2n ** 255n }
  const sums = sumAskedPayments([
    asked('0x01', [usdc(1n), dai]),
    asked('0x02', [usdc(2n, DAI)]),
    asked('0x03', [usdc(4n)], 'polygon'),
    asked('0x04', [dai]),
    asked('0x05', [usdc(8n)]),
  ])
  assert.deepEqual(
    sums.map(({ chain, symbol, amount, messages, payees }) => [chain, symbol, amount, messages, payees]),
    [
      ['base', 'USDC', 11n, 3, 2],
      ['base', null, 2n ** 256n, 2, 1],
      ['polygon', 'USDC', 4n, 1, 1],
    ],
  )
})

test('a message that was scanned twice counts once', () => {
  const [sum] = sumAskedPayments([asked('0x01', [usdc(5n)]), asked('0x01', [usdc(5n)])])
  assert.equal(sum?.amount, 5n)
  assert.deepEqual(sumAskedPayments([]), [])
})
