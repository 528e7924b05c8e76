import assert from 'node:assert/strict'
import { test } from 'node:test'
import { likeness, listed, registration, SCANNED_AT, site, trust } from '../testing/sampleUrl.ts'
import { resemblingSite } from './brandLikeness.ts'

const DAY = 86_400_000
const popular = trust({ popular: { rank: 900, list: 'Popular' } })
const facts = {
  site: site(),
  trust: trust(),
  hopTrust: { 'app.final.example': popular },
  registrations: [
    { site: site(), registration: registration({ ageDays: 10 }) },
    { site: site('https://final.example/'), registration: registration({ ageDays: 900 }) },
  ],
}

test('the scanned site, unless the resemblance is another’s', () => {
  assert.deepEqual(resemblingSite(likeness(), facts), {
    host: 'teashop.example',
    registeredAt: SCANNED_AT - 10 * DAY,
    isPopular: false,
  })
  assert.deepEqual(resemblingSite(likeness({ host: 'app.final.example' }), facts), {
    host: 'app.final.example',
    registeredAt: SCANNED_AT - 900 * DAY,
    isPopular: true,
  })
})

test('what no registry says is not known', () => {
  for (const registrations of [[], [{ site: site(), registration: null }]])
    assert.equal(resemblingSite(likeness(), { ...facts, registrations }).registeredAt, null)
})

test('a rank does not help who is on a block list, nor one near the end', () => {
  const { listed: hits } = listed('teashop.example')
  const late = trust({ popular: { rank: 100_001, list: 'Popular' } })
  for (const stands of [{ ...popular, listed: hits }, late])
    assert.equal(resemblingSite(likeness(), { ...facts, trust: stands }).isPopular, false)
})
