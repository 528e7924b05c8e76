import assert from 'node:assert/strict'
import { test } from 'node:test'
import { registration, site, visit } from '../testing/sampleUrl.ts'
import { finalSiteRegistration } from './registrations.ts'

const own = registration()
const final = registration({ domain: 'other.example', ageDays: 2 })
const away = visit({ final: site('https://other.example/') })

test('of the site where redirects end, as soon as that is known', () => {
  assert.equal(finalSiteRegistration({ site: site(), registration: own }), own)
  assert.equal(finalSiteRegistration({ site: site(), visit: visit(), registration: own, finalRegistration: null }), own)
  assert.equal(finalSiteRegistration({ site: site(), visit: away, registration: own, finalRegistration: final }), final)
})

test('never that of the link instead', () => {
  assert.equal(finalSiteRegistration({ site: site(), visit: away, registration: own, finalRegistration: null }), null)
  assert.equal(finalSiteRegistration({ site: site(), visit: away, registration: own }), null)
})
