import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createFairTime } from './createFairTime.ts'

describe('time that a page has with words', () => {
  const visit = ({ stood, isCut, took }: { stood: number; isCut: boolean; took: number }) => {
    let clock = 0
    const fair = createFairTime(() => clock)
    fair.typing('sentence')
    clock += stood
    if (isCut) fair.cut()
    fair.typing('phrase')
    assert.equal(fair.since(), stood)
    clock += took
    fair.told()
    clock += 5_000
    fair.told()
    return fair.isFair()
  }

  it('is fair where nothing was put off, or ordinary words stood as long', () => {
    assert.equal(visit({ stood: 300, isCut: false, took: 900 }), true)
    assert.equal(visit({ stood: 900, isCut: true, took: 300 }), true)
  })

  it('is not where they were taken away before what the page had put off', () => {
    assert.equal(visit({ stood: 300, isCut: true, took: 900 }), false)
  })

  it('is fair where nothing was told', () => assert.equal(createFairTime().isFair(), true))
})
