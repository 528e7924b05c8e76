import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Hex } from '@redoubt/risk/address.ts'
import { codeDurations } from './codeDurations.ts'

const NOW = 1_900_000_000
const DAY = 86_400
const push = (value: number) => {
  const digits = value.toString(16)
  const even = digits.length % 2 === 0 ? digits : `0${digits}`
  return `${(0x5f + even.length / 2).toString(16)}${even}`
}
const code = (...parts: string[]): Hex => `0x${parts.join('')}00`

describe('what code says of time', () => {
  it('durations of whole hours and dates to come, longest first', () => {
    const found = codeDurations(code('42', push(90 * DAY), push(NOW + 60 * DAY), push(30 * DAY)), NOW, 40 * DAY)
    assert.deepEqual(found, { looks: true, waits: [90 * DAY + 3_600, 60 * DAY + 3_600] })
  })

  it('numbers that are neither, and what stands in the operand of another push, are nothing', () => {
    const selectors = code('42', '5b5b5b5b5b5b5b', push(NOW + 60 * DAY), '14', push(1_000_001), `7f${'42'.repeat(32)}`)
    assert.deepEqual(codeDurations(selectors, NOW, 40 * DAY), { looks: true, waits: [] })
    assert.equal(codeDurations(`0x7f${'42'.repeat(32)}`, NOW, 0).looks, false)
  })

  it('code that calls other code may look at the clock there', () => {
    assert.equal(codeDurations('0xfa', NOW, 0).looks, true)
    assert.equal(codeDurations('0x', NOW, 0).looks, false)
  })
})
