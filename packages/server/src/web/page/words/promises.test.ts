import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { paymentAddressesIn, promisesIn } from './promises.ts'

describe('impossible promises', () => {
  const cases: [text: string, ...kinds: string[]][] = [
    ['Earn 4.5 % every day, guaranteed', 'guaranteed-return'],
    ['Gane un 3 % diario garantizado', 'guaranteed-return'],
    ['Send 0.5 ETH and get double back', 'doubling'],
    ['We recover stolen bitcoin. 98 % success rate.', 'recovery'],
    ['Lost funds? Get them back. Guaranteed recovery of bitcoin lost to scams.', 'recovery'],
    ['To receive the prize, pay a tax of 0.03 ETH.', 'advance-fee'],
    // Honest.
    ['Rewards about 3 % a year; no lock.'],
    ['Guaranteed delivery every day'],
    ['Recover your account with your e-mail.'],
    ['Pay the delivery fee with your order.'],
    ['Beware of scams: “earn 5 % every day, guaranteed”.'],
  ]
  for (const [text, ...kinds] of cases)
    it(`${text}: ${kinds.join(', ') || 'none'}`, () =>
      assert.deepEqual(
        promisesIn([text]).map(({ kind }) => kind),
        kinds,
      ))

  it('addresses of coins are found', () => {
    const address = `0x${'ab'.repeat(20)}`
    assert.deepEqual(paymentAddressesIn(`Pay to ${address} or ${address}, order 0x1234`), [address])
  })
})
