import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Browsing } from '@redoubt/risk/facts/browsing.ts'
import type { Page } from '@redoubt/risk/facts/page.ts'
import { browsing, form, hop, page, site, visit } from '@redoubt/risk/testing/sampleUrl.ts'
import { addressesContacted, intermediateAddresses } from './urlProviders.ts'

/** Strangers share `files.host.example`. */
const parse = (url: string) => site(url, url.includes('//files.host.example') ? { site: null } : {})
function contacts(read: Page | null, ran: Browsing | null, final = site()) {
  const { addresses, more } = addressesContacted(read, ran, final, parse)
  return { addresses: addresses.map(({ href }) => href), more }
}

test('every address on the way is named once, but for where it began', () => {
  const way = visit({
    hops: [
      hop('https://a.example/', 'https://b.example/'),
      hop('https://b.example/', 'https://a.example/'),
      hop('https://a.example/', 'https://c.example/x'),
    ],
    final: site('https://c.example/x'),
  })
  assert.deepEqual(
    intermediateAddresses(site('https://a.example/'), way).map(({ href }) => href),
    ['https://b.example/', 'https://c.example/x'],
  )
})

test('one address of each other host is named, what receives something first', () => {
  const script = { bytes: 0, read: true, offSite: true, why: null }
  const read = page({
    forms: [form(['text'], { action: 'https://drop.example/in' }), form(['text'])],
    scripts: [
      { src: null, ...script },
      { src: 'https://cdn.example/a.js', ...script },
      { src: 'https://cdn.example/b.js', ...script },
      { src: '/own.js', ...script },
    ],
    frames: [
      { src: 'https://frame.example/', hidden: true, offSite: true },
      { src: 'about:blank', hidden: false, offSite: false },
      { src: 'https://[not/', hidden: false, offSite: true },
    ],
  })
  const ran = browsing({
    contacted: ['teashop.example', 'beacon.example'],
    downloads: [
      { name: 'a.exe', url: 'https://files.example/a.exe' },
      { name: 'made.exe', url: null },
    ],
  })
  assert.deepEqual(contacts(read, ran), {
    addresses: [
      'https://drop.example/in',
      'https://cdn.example/a.js',
      'https://frame.example/',
      'https://beacon.example/',
      'https://files.example/a.exe',
    ],
    more: false,
  })
  assert.deepEqual(contacts(null, null), { addresses: [], more: false })
})

test('where strangers share a host every path of it is named, of the page’s own host too', () => {
  const at = (name: string) => `https://files.host.example/${name}`
  const frame = (src: string) => ({ src, hidden: false, offSite: true })
  const frames = [at('honest'), at('evil'), at('evil?again'), at('own')].map(frame)
  assert.deepEqual(contacts(page({ frames }), null).addresses, [at('honest'), at('evil'), at('own')])
  const own = parse(at('own'))
  assert.deepEqual(contacts(page({ frames }), null, own).addresses, [at('honest'), at('evil')])
})

test('a page that names hundreds of hosts is looked at in part, and that is said', () => {
  const contacted = Array.from({ length: 500 }, (_, index) => `h${index}.example`)
  const { addresses, more } = contacts(null, browsing({ contacted }))
  assert.deepEqual([addresses.length, more], [60, true])
})
