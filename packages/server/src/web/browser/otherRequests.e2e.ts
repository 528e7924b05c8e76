import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { ACCOUNT, browsePages } from './testing/browsePages.ts'
import { findChromium } from './testing/chromium.ts'
import { leftovers } from './testing/leftovers.ts'

const { skip } = findChromium()
const script = (source: string) => `<!doctype html><p>text</p><script type="module">${source}</script>`
const QUIET = 'const quiet = (promise) => Promise.resolve(promise).catch((error) => error.code);'

describe('what a page asks for in other ways', { skip, timeout: 600_000 }, () => {
  afterEach(async () => assert.deepEqual(await leftovers(), { folders: [], processes: [] }))

  it('is recorded by every method, and unknown where no scan takes it', async () => {
    const { browsing } = await browsePages({
      '/': script(`${QUIET}
        const ask = (method, params = []) => quiet(ethereum.request({ method, params }))
        await ask('eth_sendRawTransaction', ['0x02f8']); await ask('zks_sendRawTransaction', ['0x71'])
        await ask('personal_unlockAccount', ['${ACCOUNT}']); await ask('hedera:sign', [1]); await ask('eth_blockNumber')
        await ask('wallet_invokeMethod', { scope: 'eip155:1', request: { method: 'eth_sign', params: ['${ACCOUNT}', '0x11'] } })
        await ask('wallet_invokeMethod', { scope: 'solana:101', request: { method: 'signTransaction', params: {} } })
        await ask('wallet_invokeMethod', { scope: { toString: 1 }, request: { method: 'eth_sign', params: [] } })
        const send = { method: 'eth_sendTransaction', params: [{ to: '${ACCOUNT}' }] }
        for (const scope of ['eip155:8453', 'eip155:999999']) await ask('wallet_invokeMethod', { scope, request: send })`),
    })
    const [base, unknown] = browsing.requests.splice(-2)
    assert.deepEqual([base?.method, base?.chain], ['eth_sendTransaction', 'base'])
    assert.deepEqual([unknown?.chain, unknown?.failure], [null, 'There is no scan for requests of this network.'])
    assert.deepEqual(
      browsing.requests.map(({ method, failure }) => [method, failure !== null]),
      [
        ['eth_sendRawTransaction', true],
        ['zks_sendRawTransaction', true],
        ['personal_unlockAccount', true],
        ['hedera:sign', true],
        ['eth_sign', true],
        ['wallet_invokeMethod', true],
        ['wallet_invokeMethod', true],
      ],
    )
  })

  it('is recorded of a wallet of TON', async () => {
    const { browsing } = await browsePages({
      '/': script(`const { tonconnect } = window.tonkeeper
        const { payload } = await tonconnect.connect(2, { manifestUrl: location.origin + '/m.json', items: [{ name: 'ton_addr' }] })
        const asked = JSON.stringify({ valid_until: 1, messages: [{ address: 'UQ', amount: '990000000000' }] })
        const { error } = await tonconnect.send({ method: 'sendTransaction', id: '1', params: [asked] })
        alert(JSON.stringify([/^0:[0-9a-f]{64}$/.test(payload.items[0].address), error.code]))`),
    })
    assert.deepEqual(browsing.dialogs, ['alert: [true,300]'])
    assert.deepEqual(
      browsing.requests.map(({ method, failure }) => [method, failure !== null]),
      [
        ['ton:connect', false],
        ['ton:sendTransaction', true],
      ],
    )
  })

  it('is recorded of wallets of other networks', async () => {
    const { browsing } = await browsePages({
      '/': script(`${QUIET}
        const found = []
        dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: { register: (one) => found.push(one.name) } }))
        const { publicKey } = await phantom.solana.connect()
        const said = [await quiet(solana.signAllTransactions([new Uint8Array([1, 2])])), await quiet(solana.request({ method: 'signMessage', params: { message: 'x' } }))]
        await tronLink.request({ method: 'tron_requestAccounts' })
        const { transaction } = await tronWeb.transactionBuilder.triggerSmartContract('T', 'approve(address,uint256)', {}, [])
        said.push(await quiet(tronWeb.trx.sign(transaction)), await quiet(tronWeb.contract([], 'T').approve('T', '1').send({ feeLimit: 1 })))
        alert(JSON.stringify([found, String(publicKey).length > 40, /^T.{33}$/.test(tronWeb.defaultAddress.base58), said]))`),
    })
    assert.deepEqual(browsing.dialogs, ['alert: [["Phantom"],true,true,[4001,4001,4001,4001]]'])
    assert.deepEqual(
      browsing.requests.map(({ method, provider, chain, failure }) => [method, provider, chain, failure !== null]),
      [
        ['solana:connect', 'other-network', null, false],
        ['solana:signAllTransactions', 'other-network', null, true],
        ['solana:signMessage', 'other-network', null, true],
        ['tron:connect', 'other-network', null, false],
        ['tron:trx.sign', 'other-network', null, true],
        ['tron:approve.send', 'other-network', null, true],
      ],
    )
    const [, made, , , signed] = browsing.requests.map(({ params }) => JSON.parse(params))
    assert.deepEqual([made, signed], [[[[1, 2]]], [['T', 'approve(address,uint256)', {}, []]]])
  })

  it('goes on after a text was signed, and a digest never is', async () => {
    const signed: string[] = []
    const sign = async (text: `0x${string}`) => {
      signed.push(text)
      return '0xaa' as const
    }
    const { browsing } = await browsePages(
      {
        '/': script(`${QUIET}
          const ask = (method, ...params) => quiet(ethereum.request({ method, params }))
          await ask('eth_requestAccounts')
          const said = [await ask('personal_sign', 'I am here', '${ACCOUNT}'), await ask('personal_sign', '0x${'c3'.repeat(32)}', '${ACCOUNT}')]
          said.push(await ask('eth_signTypedData_v4', '${ACCOUNT}', '{}'))
          alert(JSON.stringify(said))`),
      },
      { wallet: { sign } },
    )
    assert.deepEqual([browsing.dialogs, signed], [['alert: ["0xaa",4001,4001]'], ['0x4920616d2068657265']])
  })

  it('is typed, and seen where it is told to a window of another site, not to one of its own', async () => {
    const tells = (frame: string) => ({
      '/': `<!doctype html><h1>Open</h1><textarea></textarea><button>Open</button>${frame}
        <script>document.querySelector('button').onclick = () => { const text = document.querySelector('textarea').value
          if (text.split(' ').every((one) => one.length < 9)) frames[0].postMessage({ text }, '*') }</script>`,
      '/frame': '<p>kept</p>',
    })
    const frames = {
      '<iframe src="http://shop.elsewhere.test/frame"></iframe>': [['phrase', 'message']],
      '<iframe src="/frame"></iframe>': [],
      '<iframe srcdoc="<p>kept</p>"></iframe>': [],
      '<iframe sandbox="allow-scripts" srcdoc="<p>kept</p>"></iframe>': [],
      '<iframe sandbox="allow-scripts" src="/frame"></iframe>': [],
    }
    for (const [frame, expected] of Object.entries(frames)) {
      const { browsing } = await browsePages(tells(frame))
      assert.deepEqual(
        browsing.typed.map(({ kind, channel }) => [kind, channel]),
        expected,
        frame,
      )
    }
  })

  it('is the page’s own in a window that it makes of a text', async () => {
    const { documents } = await browsePages({
      '/': `<!doctype html><h1>Account</h1><button>Open the window</button><script>document.querySelector('button').onclick = () =>
        window.open(URL.createObjectURL(new Blob(['<h1>Made</h1><textarea></textarea>'], { type: 'text/html' })), 'w', 'width=400,height=500')</script>`,
    })
    assert.ok(documents.some(({ html }) => html.includes('<h1>Made</h1>')))
  })

  it('is typed and pressed in a window that the page opens', async () => {
    const { browsing, documents } = await browsePages({
      '/': `<!doctype html><h1>Account</h1><button onclick="window.open('/window', 'w', 'width=400,height=500')">Open the window</button>`,
      '/window': `<!doctype html><h1>Confirm</h1><textarea></textarea><button>Confirm</button><script>
        document.querySelector('button').onclick = () => { const text = document.querySelector('textarea').value
          if (text.split(' ').every((one) => one.length < 9)) fetch('/taken', { method: 'POST', body: text }) }</script>`,
      '/taken': '',
    })
    assert.deepEqual(
      browsing.typed.map(({ kind, channel }) => [kind, channel]),
      [['phrase', 'fetch']],
    )
    assert.ok(documents.some(({ url, html }) => url.endsWith('/window') && html.includes('<h1>Confirm</h1>')))
    assert.equal(browsing.finalUrl, 'http://shop.sandbox.test/')
  })
})
