import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { CARD_CODE_FIELD, CARD_EXPIRY_FIELD, CARD_NUMBER_FIELD, cardNumber } from './cardField.ts'

const takes = (source: string) => (said: string) => new RegExp(source, 'iu').test(said)

describe('a payment card', () => {
  it('has a number with its check digit, another at each visit', () => {
    const numbers = Array.from({ length: 20 }, cardNumber)
    for (const number of numbers) {
      const digits = [...number].reverse().map((digit, at) => Number(digit) * (at % 2 === 1 ? 2 : 1))
      const sum = digits.reduce((total, digit) => total + (digit > 9 ? digit - 9 : digit), 0)
      assert.match(number, /^400000\d{10}$/)
      assert.equal(sum % 10, 0, number)
    }
    assert.ok(new Set(numbers).size > 15)
  })

  it('is asked for by fields of many languages', () => {
    for (const said of [
      'cc-number',
      'cardNumber',
      'Card number',
      'Kartennummer',
      'Numéro de carte',
      'Número da tarjeta',
      'Αριθμός κάρτας',
      '卡号',
    ])
      assert.ok(takes(CARD_NUMBER_FIELD)(said), said)
    for (const said of ['cc-csc', 'card_cvv', 'cardCvc', 'Security code', 'Prüfziffer', 'セキュリティコード'])
      assert.ok(takes(CARD_CODE_FIELD)(said), said)
    for (const said of ['cc-exp', 'MM/YY', 'ΜΜ/ΕΕ', 'MM / AAAA', 'Gültig bis'])
      assert.ok(takes(CARD_EXPIRY_FIELD)(said), said)
  })

  it('is not asked for by a telephone, a parcel, or a code by SMS', () => {
    for (const said of [
      'Telephone number',
      'Parcel number',
      'Account number',
      'Verification code',
      'Postcode',
      'Company',
    ])
      for (const source of [CARD_NUMBER_FIELD, CARD_CODE_FIELD, CARD_EXPIRY_FIELD])
        assert.ok(!takes(source)(said), said)
  })
})
