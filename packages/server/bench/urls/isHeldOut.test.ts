import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSite } from '../../src/web/address/parseSite.ts'
import { isHeldOut } from './isHeldOut.ts'
import type { HostRow } from './readHosts.ts'

const held = (host: string, more: Partial<HostRow>) =>
  isHeldOut({
    host,
    site: parseSite(`https://${host}/`),
    phishing: false,
    seen: '',
    sources: ['cosmos'],
    category: 'crypto',
    ...more,
  })

test('the last months and whole sources of honest hosts validate', () => {
  assert.equal(held('a.example', { phishing: true, seen: '2024-08-01' }), true)
  assert.equal(held('a.example', { phishing: true, seen: '2024-07-31', sources: ['defillama'] }), false)
  assert.equal(held('a.example', { sources: ['cosmos', 'defillama'] }), true)
  assert.equal(held('a.example', {}), false)
})

test('about a fifth of ordinary sites do, all hosts of a site together', () => {
  const sites = Array.from({ length: 500 }, (_, at) => `site${at}.com`)
  const chosen = sites.filter((host) => held(host, { category: 'popular' }))
  assert.ok(chosen.length > 60 && chosen.length < 140)
  assert.deepEqual(
    sites.filter((host) => held(`shop.${host}`, { category: 'popular' })),
    chosen,
  )
})
