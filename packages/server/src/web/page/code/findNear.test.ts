import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { near } from './code.ts'

describe('what stands together in code', () => {
  it('is found after, or before, within so many characters', () => {
    assert.equal(near('xx loop take', /loop/g, [/take/], 20), 3)
    assert.equal(near(`loop${' '.repeat(50)}take`, /loop/g, [/take/], 20), null)
    assert.equal(near('take loop', /loop/g, [/take/], -20), 5)
    assert.equal(near('take loop', /loop/g, [/take/], 20), null)
  })

  it('needs all of it', () => {
    assert.equal(near('loop take', /loop/g, [/take/, /tell/], 20), null)
    assert.equal(near('loop loop take tell', /loop/g, [/take/, /tell/], 20), 0)
  })

  it('is looked for at forty places', () => {
    assert.equal(near(`${'loop '.repeat(40)}loop take`, /loop/g, [/^loop take/], 9), null)
    assert.equal(near(`${'loop '.repeat(39)}loop take`, /loop/g, [/^loop take/], 9), 195)
  })
})
