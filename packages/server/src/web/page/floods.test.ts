import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseSite } from '../address/parseSite.ts'
import { BRANDS } from '../brands/brands.ts'
import { compareVisits } from '../cloaking/createCloakingCheck.ts'
import { contentOf, decodeHtml } from '../visit/contentOf.ts'
import { createCookieJar, nextStep } from '../visit/createVisitor.ts'
import type { VisitResponse } from '../visit/requestHeaders.ts'
import { createPageReader } from './createPageReader.ts'

// Long runs of one sign are what patterns with a bad worst case are fed. Twice the signs may take twice the time; a pattern that takes
// four times as much needs minutes for any of these.

const SIGNS = [
  ' ',
  '\t',
  '\n',
  'a',
  'A',
  '1',
  '0',
  '.',
  ';',
  '"',
  '`',
  '(',
  '[',
  '{',
  '<',
  '&',
  '=',
  '%',
  '\\',
  '#',
  'é',
  '词',
]
const PAIRS = [
  'a ',
  '0x',
  '<b',
  '</',
  '!-',
  '",',
  '\\x',
  '+"',
  'a.',
  '; ',
  '_0',
  'word ',
  'press win ',
  'eval(',
  'location ',
  'url=',
]
const LENGTH = 524_288
const TIMEOUT_MS = 60_000

const URL_OF_PAGE = 'https://a.test/x'
const read = createPageReader({ fetch: refuse, parse: parseSite, brands: BRANDS, linked: false })

/** Places of a page that a pattern is held against. */
const PLACES: Record<string, (flood: string) => string> = {
  text: (flood) => `<h1>Your wallet</h1>${flood}<input name=seed>`,
  title: (flood) => `<title>${flood}</title>`,
  heading: (flood) => `<h2>Press ${flood}</h2>`,
  code: (flood) => `<script>eth_call .sort( ${flood}</script>`,
  'code that leads on': (flood) => `<script>location = ${flood}</script>`,
  size: (flood) => `<img width="${flood}x"><iframe src=/a height="1${flood}x" style="width:1${flood}x"></iframe>`,
  field: (flood) => `<input name="${flood}x" type="${flood}" placeholder="${flood}x" autocomplete="${flood}">`,
  meta: (flood) => `<meta name=description content="${flood}x"><meta http-equiv=refresh content="${flood}x">`,
  link: (flood) => `<base href="${flood}x">${`<a href="${flood.slice(0, 8_000)}x">a</a>`.repeat(30)}`,
  script: (flood) => `<script src="${flood}x"></script><script type="${flood}x">a</script>`,
  frame: (flood) => `<iframe src="data:${flood}x"></iframe><iframe srcdoc="${flood}x"></iframe>`,
  logo: (flood) => `<link rel="${flood}icon" href="${flood}x"><img class=logo alt="${flood}x" src="${flood}x">`,
}

function refuse(): never {
  throw new Error('nothing is asked for')
}

function answer(html: string, headers: Record<string, string> = {}): VisitResponse {
  const body = Buffer.from(html)
  return { status: 200, headers, setCookies: [], body, truncated: false, url: URL_OF_PAGE, redirects: [], address: '' }
}

async function readAll(html: string): Promise<void> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const step = await nextStep(answer(html), html, signal)
  assert.ok(step === null || /^https?:/.test(step.href))
  const final = parseSite(URL_OF_PAGE)
  const visit = { ...VISIT, final }
  const page = await read({ visit, html }, signal)
  assert.ok(page !== null && page.text.length <= 2_000)
  const shown = { reached: true, status: 200, final, page, text: html }
  assert.deepEqual(compareVisits(shown, shown), [])
}
const VISIT = {
  reached: true,
  failure: null,
  hops: [],
  endless: false,
  status: 200,
  contentType: 'text/html',
  challenge: null,
  download: null,
  ipAddress: null,
  bytes: 0,
  truncated: false,
  upgraded: false,
  server: null,
}

describe('floods of one sign', () => {
  for (const [place, html] of Object.entries(PLACES)) {
    it(`are read as ${place}`, { timeout: TIMEOUT_MS }, async () => {
      for (const sign of [...SIGNS, ...PAIRS]) {
        const isPlain = place === 'text' || place.startsWith('code')
        const flood = sign.repeat(LENGTH / sign.length / (isPlain || place === 'size' ? 1 : 4))
        await readAll(html(isPlain ? flood : flood.replaceAll('"', "'")))
      }
    })
  }

  it('are read as fields of an answer', { timeout: TIMEOUT_MS }, async () => {
    for (const sign of [...SIGNS, ...PAIRS]) {
      const flood = sign.repeat(65_536 / sign.length)
      const url = new URL(URL_OF_PAGE)
      const jar = createCookieJar()
      jar.keep(url, [`a=${flood}`, `a=b; ${flood}`, `${flood}=a`, `a=b;${flood.slice(0, 4_000)}domain=x`])
      assert.ok(jar.changes() <= 3)
      for (const value of [flood, `attachment; filename=${flood}`, `attachment; filename*=${flood}`]) {
        const content = contentOf({ 'content-type': value, 'content-disposition': value }, url, Buffer.from(flood))
        assert.ok((content.download ?? '').length <= 128)
        assert.equal(typeof decodeHtml(Buffer.from(`<meta ${flood}`), `text/html; charset${value}`), 'string')
      }
      const step = await nextStep(answer('', { refresh: `1${flood}` }), null, AbortSignal.timeout(TIMEOUT_MS))
      assert.ok(step === null || /^https?:/.test(step.href))
    }
  })
})
