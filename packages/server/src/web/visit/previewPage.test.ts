import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { previewPage } from './previewPage.ts'

const glance = (html: string) => previewPage(html, AbortSignal.timeout(60_000))

describe('a look at a page', () => {
  it('finds what leads on, wherever it stands', async () => {
    const { refresh, scripts, base, substantial } = await glance(
      `<base href="/a/">${'<!-- pad -->'.repeat(50_000)}<meta http-equiv=" Refresh " content="1;url=/b">
       <body onload="go()"><script>var a</script><script type="application/json">{}</script>`,
    )
    assert.deepEqual([refresh, base, substantial], [{ seconds: 1, href: '/b' }, '/a/', false])
    assert.deepEqual(scripts, ['go()', 'var a'])
  })

  it('tells whether there is something to see', async () => {
    const shows: [html: string, substantial: boolean][] = [
      ['<p>Redirecting, please wait.</p>', false],
      [`<p>${'word '.repeat(61)}</p>`, true],
      ['<input name=a>', true],
      ['<input type=hidden name=a>', false],
      ['<iframe src=/x></iframe>', true],
      [`<title>${'word '.repeat(100)}</title>`, false],
      [`<noscript>${'word '.repeat(100)}</noscript>`, false],
      ['<script src=/a.js></script>', true],
      ['<script src="https://code.jquery.com/jquery.js"></script>', false],
      ['<script>location = "/b"</script>', false],
      ['<script>ethereum.request(x); if (0) location = "/b"</script>', true],
    ]
    for (const [html, substantial] of shows)
      assert.equal((await glance(html)).substantial, substantial, html.slice(0, 40))
  })
})
