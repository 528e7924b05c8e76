import assert from 'node:assert/strict'
import { test } from 'node:test'
import { site, tls, visit } from '../testing/sampleUrl.ts'
import { finalSiteTls } from './registrations.ts'

const own = tls()
const final = tls({ status: 'expired' })
const away = visit({ final: site('https://other.example/') })

test('of the site where redirects end, as soon as that is known', () => {
  assert.equal(finalSiteTls({ site: site(), tls: own }), own)
  assert.equal(finalSiteTls({ site: site(), visit: visit(), tls: own, finalTls: null }), own)
  assert.equal(finalSiteTls({ site: site(), visit: away, tls: own, finalTls: final }), final)
})

test('of plain http that leads to https, the latter', () => {
  const asked = site('http://teashop.example/')
  assert.equal(finalSiteTls({ site: asked, visit: visit(), tls: tls({ status: 'none' }), finalTls: final }), final)
})

test('never that of the link instead', () => {
  assert.equal(finalSiteTls({ site: site(), visit: away, tls: own }), null)
})
