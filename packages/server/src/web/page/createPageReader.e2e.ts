import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { describe, it } from 'node:test'
import { withServer } from '@redoubt/egress/testing/withServer.ts'
import type { Page } from '@redoubt/risk/facts/page.ts'
import { parseSite } from '../address/parseSite.ts'
import { createVisitor } from '../visit/createVisitor.ts'
import { createPageReader } from './createPageReader.ts'

const ICON = Buffer.from('picture of a fox')
const BRAND = { brand: 'Fox Wallet', names: ['foxwallet'], domains: ['foxwallet.example'] }

const TYPES = { '.js': 'text/javascript', '.png': 'image/png' }

/** Visits and reads the page that a server shows at `/`. */
function read(files: Record<string, string | Buffer>, pageType = 'text/html'): Promise<Page | null> {
  const listener: RequestListener = (request, response) => {
    const file = files[request.url ?? '']
    const type = Object.entries(TYPES).find(([end]) => request.url?.endsWith(end))?.[1] ?? pageType
    response.writeHead(file === undefined ? 404 : 200, { 'content-type': type }).end(file)
  }
  return withServer(listener, async ({ egress, allowed }) => {
    const { fetch } = egress.guarded
    const signal = AbortSignal.timeout(120_000)
    const visited = await createVisitor({ fetch, parse: parseSite, deadlineMs: 60_000 })(parseSite(allowed), signal)
    return createPageReader({ fetch, parse: parseSite, brands: [BRAND] })(visited, signal)
  })
}

describe('a page that was read', () => {
  it('includes its linked scripts, and names those that could not be read', async () => {
    const page = await read({
      '/': '<script src=/app.js></script><script src=/gone.js></script><script src=/big.js></script>',
      '/app.js': 'ethereum.request({ method: "eth_requestAccounts" })',
      '/big.js': 'x'.repeat(600_000),
    })
    assert.match(page?.walletCalls[0]?.where ?? '', /\/app\.js$/)
    assert.deepEqual(
      page?.scripts.map(({ read, why }) => [read, why]),
      [
        [true, null],
        [false, 'answered 404'],
        [true, null],
      ],
    )
    assert.deepEqual(
      page?.unread.map((what) => what.replace(/http\S+(?=\/)/, '')),
      ['the end of script /big.js', 'script /gone.js: answered 404'],
    )
  })

  it('reads at most eight scripts, and skips what everybody knows', async () => {
    const scripts = Array.from({ length: 10 }, (_, at) => `<script src=/${at}.js></script>`).join('')
    const page = await read({ '/': `<script src="https://code.jquery.com/jquery.js"></script>${scripts}` })
    assert.equal(page?.scripts[0]?.why, 'well-known: code.jquery.com')
    assert.equal(page?.scripts.filter(({ why }) => why === 'too many scripts').length, 2)
    assert.ok(page?.unread.every((what) => !what.includes('jquery')))
  })

  it('has the digest of the icon that a browser would show', async () => {
    const page = await read({ '/': '<link rel=icon href=/icon.png><p>Welcome</p>', '/icon.png': ICON })
    assert.equal(page?.favicon?.sha256, createHash('sha256').update(ICON).digest('hex'))
  })

  it('includes documents inside it: srcdoc, data frames and what its code decodes', async () => {
    const form = '<form><textarea placeholder="Recovery phrase"></textarea></form>'
    for (const html of [
      `<iframe srcdoc='${form}'></iframe>`,
      `<iframe src="data:text/html;base64,${Buffer.from(form).toString('base64')}"></iframe>`,
      `<script>document.write(atob("${Buffer.from(form).toString('base64')}"))</script>`,
    ]) {
      const page = await read({ '/': html })
      assert.equal(page?.secretsAsked[0]?.kind, 'seed-phrase', html)
      assert.equal(page?.forms[0]?.fields[0]?.kind, 'seed-phrase')
    }
  })

  it('includes what its own site shows in frames, and not what others do', async () => {
    const form = '<p>Enter your recovery phrase</p><textarea name=words></textarea>'
    const page = await read({
      '/': '<h1>Wallet</h1><iframe src="/form"></iframe><iframe src="/gone"></iframe><iframe src="https://else.test/"></iframe>',
      '/form': form,
    })
    assert.deepEqual(
      page?.secretsAsked.map(({ kind }) => kind),
      ['seed-phrase'],
    )
    assert.deepEqual(page?.unread, ['what frames of other sites ask for'])
    const many = await read({ '/': '<iframe src=/a></iframe><iframe src=/b></iframe><iframe src=/c></iframe>' })
    assert.match(many?.unread.join() ?? '', /frame \S+\/c: too many frames/)
  })

  it('includes fields that its code draws', async () => {
    const page = await read({
      '/': '<h1>Wallet</h1><div id=app></div><script src=/app.js></script>',
      '/app.js': `app.innerHTML = '<label>Enter your recovery phrase <textarea></textarea></label>'`,
    })
    assert.equal(page?.secretsAsked[0]?.kind, 'seed-phrase')
  })

  it('is the page that people see, not the page to which its code leads machines', async () => {
    const form = Buffer.from('<form><textarea placeholder="Recovery phrase"></textarea></form>').toString('base64')
    const page = await read({
      '/': `<script>if(navigator.webdriver){location.href="/about"}else{document.write(atob("${form}"))}</script>`,
      '/about': '<p>We sell tea.</p>',
    })
    assert.equal(page?.secretsAsked[0]?.kind, 'seed-phrase')
    assert.ok(!page?.text.includes('tea'))
  })

  it('is cleaned of what hides or reverses text', async () => {
    const page = await read({ '/': '<title>a\u202eb\u0000c</title><p>x\u200by</p>' })
    assert.deepEqual([page?.title, page?.text], ['ab c', 'xy'])
  })

  it('is nothing where the answer is no HTML', async () => {
    assert.equal(await read({ '/': '<p>Text</p>' }, 'text/plain'), null)
  })
})
