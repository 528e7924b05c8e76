import { detectorTest } from '../../testing/detectorTest.ts'
import { registration, SCANNED_AT } from '../../testing/sampleUrl.ts'
import detector from './expiring-domain-registration.ts'

const inDays = (days: number) => ({ registration: registration({ expiresAt: SCANNED_AT + days * 86_400_000 }) })

detectorTest(detector, {
  detects: { 'three days left': inDays(3), 'an end that has passed': inDays(-2) },
  clears: { 'months left': {}, 'a page on a hosting platform': { registration: null } },
  unknowns: { 'a registry that names no end': { registration: registration({ expiresAt: null }) } },
})
