import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createReadStream, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { chromium as playwright } from 'playwright-core'
import { HOSTILE_NAMES } from '../../dashboard/e2e/hostileNames.ts'
import { sharedService } from '../../server/src/testing/sharedService.ts'
import { findChromium } from '../../server/src/web/browser/testing/chromium.ts'

const PACKAGE = join(import.meta.dirname, '..')
const PAGE = 'examples/block-a-drain.html'
const VICTIM = '0xC022C85bCe79a889068e142c337e7d8EC5BEa139'
const chromium = findChromium()

/** A wallet that signs everything, and writes down what reached it; and a person who presses the button. */
const WALLET = `<output></output><script>
const answers = { eth_chainId: '0x1', eth_accounts: ['${VICTIM}'], eth_requestAccounts: ['${VICTIM}'] }
window.ethereum = { request: async ({ method }) => {
  document.querySelector('output').append(method + ' ')
  return answers[method] ?? '0x' + '12'.repeat(32)
} }
window.alert = () => document.querySelector('output').append('dialog ')
addEventListener('unhandledrejection', ({ reason }) => document.querySelector('output').append('failed: ' + reason))
addEventListener('load', () => document.querySelector('button').click())
</script>`

/** Half a surrogate pair ends a Chromium that prints the page. */
const NAMES = HOSTILE_NAMES.map((name) => name.toWellFormed())

/** Puts hostile names wherever the real answer to a scan has a text that strangers choose. */
const HOSTILE = `<script type="module">
const names = ${JSON.stringify(NAMES).replaceAll('<', '\\u003c')}
const ask = window.fetch
window.fetch = async (...request) => {
  const answer = await ask(...request)
  const { data, ...rest } = await answer.json()
  const warnings = names.map((name) => ({ ...data.warnings[0], title: name, description: name, evidence: { [name]: name } }))
  const explanation = { ...data.explanation, summary: names.join(' ') }
  return Response.json({ ...rest, data: { ...data, warnings, explanation } })
}
</script>`

/** Serves the built package as a page's server would, with the wallet in the page. */
async function servePage(more = '') {
  const page = readFileSync(join(PACKAGE, PAGE), 'utf8').replace('<button', `${WALLET}${more}<button`)
  const server = createServer(({ url = '/' }, response) => {
    const path = url.split('?')[0] ?? ''
    if (path === `/${PAGE}`) return void response.writeHead(200, { 'content-type': 'text/html' }).end(page)
    if (!/^\/dist\/[\w/.-]+\.js$/.test(path) || path.includes('..')) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': 'text/javascript' })
    createReadStream(join(PACKAGE, path))
      .on('error', () => response.destroy())
      .pipe(response)
  }).listen(0, 'localhost')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://localhost:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The page once it shows a verdict, as Chromium holds it. */
async function domOf(address: string): Promise<string> {
  const browser = await playwright.launch({ executablePath: chromium.path, args: ['--no-sandbox'] })
  try {
    const page = await browser.newPage()
    await page.goto(address)
    await page.waitForSelector('redoubt-verdict [data-status]', { timeout: 60_000 })
    return await page.content()
  } finally {
    await browser.close()
  }
}

describe('the example page in Chromium', { skip: chromium.skip, timeout: 180_000 }, () => {
  test('a drain is shown and never reaches the wallet', async () => {
    const { app, url } = await sharedService()
    const { accounts, keys } = app.store
    const { id: accountId } = await accounts.create({ name: 'example page', plan: 'pro', operator: false })
    const key = (origins: string[]) =>
      keys.create({ accountId, name: 'page', scopes: ['scan:read'], environment: 'test', origins })
    await using page = await servePage()
    const { token } = await key(['http://localhost:*'])
    const dom = await domOf(`${page.origin}/${PAGE}?service=${url}&key=${token}`)
    assert.match(
      dom,
      /<div data-part="verdict" data-status="assessed" data-level="critical" data-recommendation="BLOCK">/,
    )
    assert.match(dom, /<p data-part="summary">You lose .*<\/p>/)
    assert.match(dom, /<li data-severity="critical" data-finding="asset-drain-through-approvals">/)
    const [, reached = ''] = /<output>(.*?)<\/output>/.exec(dom) ?? []
    assert.match(reached, /^eth_requestAccounts /)
    assert.doesNotMatch(reached, /eth_sendTransaction|failed/)
  })

  test('two hundred hostile names stay text, and the drain stays blocked', async () => {
    const { app, url } = await sharedService()
    const { id: accountId } = await app.store.accounts.create({ name: 'hostile page', plan: 'pro', operator: false })
    const origins = ['http://localhost:*']
    const { token } = await app.store.keys.create({
      accountId,
      name: 'page',
      scopes: ['scan:read'],
      environment: 'test',
      origins,
    })
    await using page = await servePage(HOSTILE)
    const dom = await domOf(`${page.origin}/${PAGE}?service=${url}&key=${token}`)
    const [, verdict = ''] = /<redoubt-verdict[^>]*>(.*)<\/redoubt-verdict>/s.exec(dom) ?? []
    assert.match(verdict, /data-recommendation="BLOCK"/)
    assert.match(verdict, /&lt;img src=x onerror=alert\(1\)&gt;/)
    assert.doesNotMatch(verdict, /<(?!\/?(?:div|p|strong|span|ul|li)\b)/)
    assert.doesNotMatch(/<output>(.*?)<\/output>/.exec(dom)?.[1] ?? '', /dialog|eth_sendTransaction|failed/)
  })

  test('a key of another page is refused, and so is the drain', async () => {
    const { app, url } = await sharedService()
    const { id: accountId } = await app.store.accounts.create({ name: 'other page', plan: 'pro', operator: false })
    const origins = ['https://app.example']
    const { token } = await app.store.keys.create({
      accountId,
      name: 'page',
      scopes: ['scan:read'],
      environment: 'test',
      origins,
    })
    await using page = await servePage()
    const dom = await domOf(`${page.origin}/${PAGE}?service=${url}&key=${token}`)
    assert.match(dom, /data-status="unassessed"/)
    assert.doesNotMatch(/<output>(.*?)<\/output>/.exec(dom)?.[1] ?? '', /eth_sendTransaction|failed/)
  })
})
