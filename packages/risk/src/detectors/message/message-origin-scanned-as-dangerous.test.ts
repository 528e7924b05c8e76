import { detectorTest } from '../../testing/detectorTest.ts'
import { origin } from '../../testing/sampleMessage.ts'
import detector from './message-origin-scanned-as-dangerous.ts'

const scanned = { url: 'https://claim.example/', riskScore: 91, riskLevel: 'critical', date: '2026-11-20' } as const

detectorTest(detector, {
  detects: {
    'a site that was rated critical': { origin: origin({ scanned }), severity: 'critical' },
    'a site that was rated high': {
      origin: origin({ scanned: { ...scanned, riskScore: 62, riskLevel: 'high' } }),
      severity: 'high',
    },
  },
  clears: {
    'a new site that was rated medium': {
      origin: origin({ scanned: { ...scanned, riskScore: 44, riskLevel: 'medium' } }),
    },
    'a site that was never scanned': { origin: origin({ scanned: null }) },
    'a service that keeps no scans': { origin: origin() },
    'a caller who names no site': { origin: null },
  },
})
