import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SiteTrust } from '../facts/site.ts'
import { listed, named, page, site, trust, visit } from '../testing/sampleUrl.ts'
import { verifiedSiteOwner } from './trustOfSite.ts'

const official = trust({ official: 'Foxwallet' })
const own = page({ brands: [{ ...named('Foxwallet', 'title'), own: true }] })
const at = (given: SiteTrust, final = site()) => ({
  site: site(),
  trust: given,
  visit: visit({ final }),
  hopTrust: {},
})

test('its project answers for a site; a good word of the operator is no identity', () => {
  assert.equal(verifiedSiteOwner(at(trust())), null)
  assert.equal(verifiedSiteOwner(at(official)), 'Foxwallet')
  assert.equal(verifiedSiteOwner(at(trust({ allowed: { by: 'the operator', note: null } }))), null)
})

test('a brand answers for its own page and for no page that names it', () => {
  assert.equal(verifiedSiteOwner(at(trust()), own), 'Foxwallet')
  assert.equal(verifiedSiteOwner(at(trust()), page({ brands: [named('Foxwallet', 'title')] })), null)
})

test('no owner answers for a listed site', () => {
  assert.equal(verifiedSiteOwner(at({ ...listed('teashop.example'), official: 'Foxwallet' }), own), null)
})

test('what counts is the site where the visit ends', () => {
  const elsewhere = at(official, site('https://other.example/'))
  assert.equal(verifiedSiteOwner(elsewhere), null)
  assert.equal(verifiedSiteOwner({ ...elsewhere, hopTrust: { 'other.example': official } }), 'Foxwallet')
})

test('the owner of a domain that strangers share answers for none of them', () => {
  for (const shared of [{ site: null }, { platform: 'pages.example' }])
    assert.equal(verifiedSiteOwner(at(official, site('https://teashop.example/view/x', shared)), own), null)
})
