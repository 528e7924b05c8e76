import assert from 'node:assert/strict'
import { test } from 'node:test'
import { site, standing, visit } from '../sampleUrl.ts'
import { standingOfShown } from './standingOfShown.ts'

const own = standing({ official: 'The Tea Shop' })
const other = standing({ official: 'Other' })

test('what counts is the site where the visit ends', () => {
  const asked = { site: site(), standing: own, hopStandings: { 'other.example': other } }
  assert.equal(standingOfShown({ ...asked, visit: visit() }), own)
  assert.equal(standingOfShown({ ...asked, visit: visit({ final: site('https://other.example/') }) }), other)
  assert.equal(standingOfShown({ ...asked, visit: visit({ final: site('https://third.example/') }) }), null)
})
