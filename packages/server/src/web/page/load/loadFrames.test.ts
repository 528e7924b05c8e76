import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSite } from '../../address/parseSite.ts'
import { siteRelation } from '../html/linksOf.ts'
import { scanHtml } from '../html/scanHtml.ts'
import { loadFrames } from './loadFrames.ts'

const PAGE = 'https://shop.example/'
const { signal } = new AbortController()

/** What is read of a frame that ends at this address. */
async function framed(final: string, status = 200, type = '', body: Buffer = Buffer.from('<form></form>')) {
  const outline = await scanHtml('<iframe src="/form"></iframe>', signal)
  const headers = { 'content-type': type }
  const answer = { status, headers, setCookies: [], truncated: false, redirects: [], address: '192.0.2.1' }
  const fetch = async () => ({ ...answer, url: final, body })
  return loadFrames(outline, siteRelation(parseSite(PAGE), null, parseSite), fetch, PAGE, signal)
}

test('a frame that stays on its site is part of the page', async () => {
  for (const final of ['https://shop.example/form', 'https://www.shop.example/form'])
    assert.deepEqual(await framed(final), { documents: ['<form></form>'], unread: [] })
})

test('a frame shows its answer whatever its status, type and charset are called', async () => {
  const final = 'https://shop.example/form'
  const form = { documents: ['<form></form>'], unread: [] }
  for (const status of [403, 404, 500]) assert.deepEqual(await framed(final, status), form, `${status}`)
  assert.deepEqual(await framed(final, 200, 'text/xml', Buffer.from('<h:form></h:form>')), form)
  const wide = Buffer.from('<form></form>', 'utf16le')
  assert.deepEqual(await framed(final, 200, 'text/html; charset=utf-16le', wide), form)
})

test('a frame that is sent on to another site is that one’s, and named', async () => {
  assert.deepEqual(await framed('https://else.example/form'), {
    documents: [],
    unread: ['frame https://shop.example/form: leads to another site'],
  })
})
