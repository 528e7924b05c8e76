import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { nextStep } from './createVisitor.ts'

/** The next step of an answer with this page. */
function step(html: string, headers: Record<string, string> = {}, status = 200) {
  const url = 'https://a.test/x/y'
  return nextStep(
    { status, headers, setCookies: [], body: Buffer.alloc(0), truncated: false, url, redirects: [], address: '' },
    html,
    AbortSignal.timeout(60_000),
  )
}
const LEAD_ON = '<script>location="https://honest.test/"</script>'

describe('the next step of a visit', () => {
  it('follows HTTP, Refresh, meta and script', async () => {
    assert.deepEqual(await step('', { location: '../z' }, 302), { how: 'http', href: 'https://a.test/z', cookies: [] })
    assert.equal((await step('', { refresh: '0;url=/z' }))?.how, 'refresh-header')
    assert.equal((await step('<meta http-equiv=Refresh content="0;url=z">'))?.href, 'https://a.test/x/z')
    assert.equal(
      (await step('<base href="/b/"><meta http-equiv=refresh content="0;url=z">'))?.href,
      'https://a.test/b/z',
    )
    assert.equal((await step(`<p>Redirecting…</p>${LEAD_ON}`))?.how, 'script')
  })

  it('stays where there is something to read or to fill in', async () => {
    assert.equal(await step(`<input name=seed>${LEAD_ON}`), null)
    assert.equal(await step(`<p>${'word '.repeat(100)}</p>${LEAD_ON}`), null)
    assert.equal(await step(`<p>${'word '.repeat(100)}</p><meta http-equiv=refresh content="3;url=/z">`), null)
    assert.equal(await step(`<script src=/app.js></script>`), null)
    const form = Buffer.from('<form><textarea placeholder="Recovery phrase"></textarea></form>').toString('base64')
    const shows = `document.write(atob("${form}"))`
    assert.equal(await step(`<script>if(navigator.webdriver){location.href="/about"}else{${shows}}</script>`), null)
    assert.equal(await step(`<script>location.href="/about"</script><script>stop();${shows}</script>`), null)
    assert.equal(await step(`<script>${shows};stop()</script><meta http-equiv=refresh content="0;url=/about">`), null)
  })

  it('ignores what a browser with scripts ignores', async () => {
    assert.equal(await step('<noscript><meta http-equiv=refresh content="0;url=/z"></noscript>'), null)
    assert.equal(await step('<meta http-equiv=refresh content="600;url=/z">'), null)
    assert.equal(await step('<script type="application/json">{"x": "location=\'/z\'"}</script>'), null)
    assert.equal(await step('', { location: 'metamask://open' }, 302), null)
    assert.equal(await step('', { location: '/z' }, 200), null)
  })
})
