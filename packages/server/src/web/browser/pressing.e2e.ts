import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { browsePages } from './testing/browsePages.ts'
import { findChromium } from './testing/chromium.ts'

const page = (body: string) => `<!doctype html><title>Page</title><h1>Page</h1>${body}`
const says = (label: string) => `<button onclick="alert('${label}')">${label}</button>`
const pressedOn = async (body: string, more: Parameters<typeof browsePages>[0] = {}) => {
  const { browsing } = await browsePages({ '/': page(body), ...more })
  return browsing.dialogs.map((said) => said.replace(/^alert: /, ''))
}

describe('what a visitor presses', { skip: findChromium().skip, timeout: 300_000 }, () => {
  it('is a label with a word of leaving in it, and a bare refusal is not', async () => {
    const wanted = [
      'Verify with Discord',
      'I agree to the Terms - claim',
      'Cancel the suspicious withdrawal',
      'Dismiss alert',
    ]
    const left = ['Cancel', 'Disconnect', 'Disconnect wallet', 'Log out']
    const pressed = await pressedOn([...wanted, ...left].map(says).join(' '))
    assert.deepEqual(pressed.toSorted(), wanted.toSorted())
  })

  it('is what leads away only after the rest', async () => {
    const pressed = await pressedOn(
      ['Privacy policy', 'Close', 'Weiter zur Anmeldung', 'Something'].map(says).join(' '),
    )
    assert.deepEqual(pressed.slice(0, 2).toSorted(), ['Something', 'Weiter zur Anmeldung'])
  })

  it('is a page behind a running clock, whose last state is kept and whose dead buttons are pressed once', async () => {
    const dead = ['One', 'Two', 'Three'].map((name) => `<button onclick="parent.dead++">${name}</button>`).join('')
    const { browsing, documents } = await browsePages({
      '/': page(`<p id="clock">300</p>${dead}<button id="go">Continue</button><script>var dead = 0, left = 300
setInterval(() => { clock.textContent = left-- }, 40)
document.getElementById('go').onclick = (event) => { event.target.outerHTML = '<button id="last">Finish</button>'
  document.getElementById('last').onclick = () => { document.body.innerHTML += '<p>Enter your recovery phrase</p>'; alert('dead ' + dead) } }</script>`),
    })
    assert.deepEqual(browsing.dialogs, ['alert: dead 0'])
    assert.equal(
      documents.some(({ html }) => html.includes('recovery phrase')),
      true,
    )
    assert.deepEqual([documents.length, browsing.partlyUsed], [3, undefined])
  })
})
