import assert from 'node:assert/strict'
import { test } from 'node:test'
import { site, trust, visit } from '../testing/sampleUrl.ts'
import { finalSiteTrust } from './trustOfSite.ts'

const own = trust({ official: 'The Tea Shop' })
const other = trust({ official: 'Other' })

test('what counts is the site where the visit ends', () => {
  const asked = { site: site(), trust: own, hopTrust: { 'other.example': other } }
  assert.equal(finalSiteTrust({ ...asked, visit: visit() }), own)
  assert.equal(finalSiteTrust({ ...asked, visit: visit({ final: site('https://other.example/') }) }), other)
  assert.equal(finalSiteTrust({ ...asked, visit: visit({ final: site('https://third.example/') }) }), null)
})
