import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findNear } from './code.ts'

describe('what stands together in code', () => {
  it('is found after, or before, within so many characters', () => {
    assert.equal(findNear('xx loop take', /loop/g, [/take/], 20), 3)
    assert.equal(findNear(`loop${' '.repeat(50)}take`, /loop/g, [/take/], 20), null)
    assert.equal(findNear('take loop', /loop/g, [/take/], -20), 5)
    assert.equal(findNear('take loop', /loop/g, [/take/], 20), null)
  })

  it('needs all of it', () => {
    assert.equal(findNear('loop take', /loop/g, [/take/, /tell/], 20), null)
    assert.equal(findNear('loop loop take tell', /loop/g, [/take/, /tell/], 20), 0)
  })

  it('is looked for at forty places', () => {
    assert.equal(findNear(`${'loop '.repeat(40)}loop take`, /loop/g, [/^loop take/], 9), null)
    assert.equal(findNear(`${'loop '.repeat(39)}loop take`, /loop/g, [/^loop take/], 9), 195)
  })
})
