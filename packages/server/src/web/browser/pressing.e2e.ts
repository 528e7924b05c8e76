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
    const dead = '<button onclick="dead++">One</button>'
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

  it('is a picture that is a button, by what it is said to show or by its place', async () => {
    const picture = (more: string) =>
      `<img width="120" height="40" src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'/%3E" ${more}>`
    const pressed = await pressedOn(
      `<button onclick="alert('inside')">${picture('alt="Claim"')}</button>
<input type="image" alt="Confirm" width="120" height="40" onclick="alert('input'); return false">
<div style="cursor:pointer;width:130px" id="div">${picture('')}</div>${picture('id="own" style="cursor:pointer"')}
${picture('')}<script>document.getElementById('div').onclick = () => alert('div')
document.getElementById('own').onclick = () => alert('own')</script>`,
    )
    assert.deepEqual(pressed.toSorted(), ['div', 'input', 'inside', 'own'])
  })

  it('is the words of a button once, and what lies in a box of its own name', async () => {
    const { browsing } = await browsePages({
      '/': page(`<button style="cursor:pointer" onclick="alert(++n)"><span>Connect</span></button>
<script>var n = 0</script>`),
    })
    // Once more when time has passed.
    assert.deepEqual(browsing.dialogs, ['alert: 1', 'alert: 2'])
  })

  it('is a link to another site whose script keeps the visitor here, and no other leads away', async () => {
    const kept = `<a href="http://shop.elsewhere.test/swap" class="connect">Claim</a><script>
document.querySelector('a').onclick = (event) => { event.preventDefault(); alert('asked') }</script>`
    const { browsing } = await browsePages({ '/': page(kept), '/swap': page('<p>Elsewhere</p>') })
    assert.deepEqual([browsing.dialogs, browsing.finalUrl], [['alert: asked'], 'http://shop.sandbox.test/'])
    for (const target of ['', 'target="_blank"']) {
      const plain = `<a ${target} href="http://shop.elsewhere.test/swap" class="connect">Claim</a><script>
document.querySelector('a').addEventListener('click', (event) => { alert('pressed ' + event.defaultPrevented); event.stopPropagation() })</script>`
      const { browsing } = await browsePages({ '/': page(plain), '/swap': page('<p>Elsewhere</p>') })
      assert.deepEqual(
        [browsing.dialogs, browsing.finalUrl, browsing.contacted],
        [['alert: pressed false'], 'http://shop.sandbox.test/', ['shop.sandbox.test']],
      )
    }
  })

  it('leads where a script of the page leads it', async () => {
    const led = `<a href="http://shop.elsewhere.test/swap" class="connect">Claim</a><script>
document.querySelector('a').onclick = () => { location.href = 'http://shop.elsewhere.test/next' }</script>`
    const { browsing } = await browsePages({ '/': page(led), '/next': page('<p>Elsewhere</p>') })
    assert.deepEqual(browsing.contacted, ['shop.sandbox.test', 'shop.elsewhere.test'])
  })

  it('is the middle of a window with nothing else to press, and of a layer over all', async () => {
    assert.deepEqual(await pressedOn(`<p>text</p><script>document.onclick = () => alert('anywhere')</script>`), [
      'anywhere',
    ])
    const layer = `<button onclick="alert('under')">Claim</button><div id="layer" style="position:fixed;inset:0;z-index:9;display:grid;place-items:center"><p>Welcome</p></div><script>
document.getElementById('layer').onclick = (event) => { event.currentTarget.remove(); alert('layer') }</script>`
    assert.deepEqual(await pressedOn(layer), ['layer', 'under'])
    const both = `${says('Claim')}<script>document.onclick = ({ target }) => target.tagName === 'BUTTON' || alert('anywhere')</script>`
    assert.deepEqual(await pressedOn(both), ['Claim'])
  })
})
