import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isHidden, isSiteNameMeta } from './createOutlineHandler.ts'

describe('attributes', () => {
  it('tell what is hidden', () => {
    for (const style of [
      'display: none',
      'color:red; visibility:hidden',
      'opacity:0',
      'width:1px;height:1px',
      'left:-9999px',
    ]) {
      assert.equal(isHidden({ style }), true, style)
    }
    for (const style of ['opacity:0.5', 'width:100%', 'left:-10px', 'display:block', 'border-width:1px']) {
      assert.equal(isHidden({ style }), false, style)
    }
    assert.deepEqual(
      [isHidden({ hidden: '' }), isHidden({ width: '0' }), isHidden({ height: '600' })],
      [true, true, false],
    )
  })

  it('tell where a page names itself', () => {
    assert.equal(isSiteNameMeta({ property: 'og:site_name' }), true)
    assert.equal(isSiteNameMeta({ name: 'keywords' }), false)
  })
})
