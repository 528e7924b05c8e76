import { defineDetector } from '../../engine/detector.ts'
import { crossings } from '../../url/crossings.ts'

/** Years. */
const LONG = 3
const VERY_LONG = 10
const YEAR = 365.25 * 86_400_000
const CREDIT = { long: 5, veryLong: 10 } as const

export default defineDetector({
  id: 'long-lived-domain',
  title: 'Long-registered domain',
  why: 'Phishing domains rarely live for years. Attackers take over or buy old domains too, so this lowers the score a little and cancels no finding.',
  advice: 'No action is needed.',
  appliesTo: 'url',
  category: 'ownership',
  severity: 'info',
  confidence: 'high',
  needs: ['registration', 'scannedAt', 'site', 'visit', 'trust'],
  detect: ({ registration, scannedAt, site, visit, trust }) => {
    // A shortener of ten years says nothing of where it leads, nor a name that is on a list of what became of it.
    if (registration === null || trust.listed.length > 0 || crossings({ site, visit }).length > 0)
      return 'not-applicable'
    const { domain, registeredAt, server } = registration
    if (registeredAt === null) return { unknown: ['when its domain was registered'], decisive: false }
    const years = (scannedAt - registeredAt) / YEAR
    if (years < LONG) return []
    return [
      {
        credit: years < VERY_LONG ? CREDIT.long : CREDIT.veryLong,
        description: `The domain ${domain} was registered ${Math.floor(years)} years ago.`,
        evidence: { domain, registeredAt: new Date(registeredAt).toISOString(), server },
      },
    ]
  },
})
