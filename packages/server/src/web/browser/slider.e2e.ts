import assert from 'node:assert/strict'
import { it } from 'node:test'
import { browsePages } from './testing/browsePages.ts'
import { findChromium } from './testing/chromium.ts'

it('a slider is dragged to its end', { skip: findChromium().skip, timeout: 120_000 }, async () => {
  const { browsing } = await browsePages({
    '/': `<!doctype html><div style="width:320px;height:44px;position:relative"><div id="knob" style="width:44px;height:44px;background:#345;position:absolute;left:0"></div></div><script>
const knob = document.getElementById('knob'); let from = null
knob.onpointerdown = ({ clientX }) => { from = clientX }
addEventListener('pointermove', ({ clientX }) => { if (from !== null && clientX - from > 260) { from = null; alert('opened') } })</script>`,
  })
  assert.deepEqual(browsing.dialogs, ['alert: opened'])
})
