import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSite } from '../../address/parseSite.ts'
import { scanHtml } from '../html/scanHtml.ts'
import { siteRelation } from '../html/siteRelation.ts'
import { loadFrames } from './loadFrames.ts'

const PAGE = 'https://shop.example/'
const { signal } = new AbortController()

/** What is read of a frame that ends at this address. */
async function framed(final: string) {
  const outline = await scanHtml('<iframe src="/form"></iframe>', signal)
  const answer = { status: 200, headers: {}, setCookies: [], truncated: false, redirects: [], address: '192.0.2.1' }
  const fetch = async () => ({ ...answer, url: final, body: Buffer.from('<form></form>') })
  return loadFrames(outline, siteRelation(parseSite(PAGE), null, parseSite), fetch, PAGE, signal)
}

test('a frame that stays on its site is part of the page', async () => {
  for (const final of ['https://shop.example/form', 'https://www.shop.example/form'])
    assert.deepEqual(await framed(final), { documents: ['<form></form>'], unread: [] })
})

test('a frame that is sent on to another site is that one’s, and named', async () => {
  assert.deepEqual(await framed('https://else.example/form'), {
    documents: [],
    unread: ['frame https://shop.example/form: leads to another site'],
  })
})
