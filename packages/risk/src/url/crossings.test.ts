import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hop, site, visit } from '../testing/sampleUrl.ts'
import { crossings } from './crossings.ts'

const way = (...urls: string[]) =>
  crossings({
    site: site(urls[0]),
    visit: visit({ hops: urls.slice(1).map((to, index) => hop(urls[index] ?? '', to)) }),
  }).map(({ from, to }) => `${from} ${to}`)

test('steps count that lead from one owner to another', () => {
  assert.deepEqual(way('https://a.example/', 'https://www.a.example/', 'https://a.example/en'), [])
  assert.deepEqual(way('https://a.example/', 'https://b.example/', 'https://www.b.example/', 'https://a.example/'), [
    'a.example b.example',
    'b.example a.example',
  ])
})

test('customers of one platform are different owners', () => {
  const [one, other] = ['https://one.pages.example/', 'https://other.pages.example/'].map((url) =>
    site(url, { site: new URL(url).hostname, platform: 'pages.example' }),
  )
  assert.ok(one && other)
  assert.equal(
    crossings({ site: one, visit: visit({ hops: [{ ...hop(one.href, other.href), to: other }] }) }).length,
    1,
  )
})
