import { defineDetector } from '../../engine/detector.ts'

/** Days. */
const AGES = { high: 7, medium: 30, low: 90 } as const
const DAY = 86_400_000

export default defineDetector({
  id: 'new-domain',
  title: 'Recently registered domain',
  why: 'Most phishing domains are used within days of their registration and disappear soon after (APWG, Interisle phishing landscape). Every honest project was new once, so age alone is only a reason for care.',
  advice: 'Make sure that the project itself led you here, not an advertisement, a message or a reply.',
  appliesTo: 'url',
  category: 'ownership',
  severity: 'low',
  confidence: 'high',
  soft: true,
  family: 'site-age',
  needs: ['registrations', 'scannedAt'],
  detect: ({ registrations, scannedAt }) => {
    const registered = registrations.flatMap(({ registration }) => registration ?? [])
    if (registered.length === 0) return 'not-applicable'
    const hits = registered.flatMap(({ domain, registeredAt, registrar, by, server }) => {
      const days = registeredAt === null ? AGES.low : (scannedAt - registeredAt) / DAY
      if (registeredAt === null || days >= AGES.low) return []
      const words = days < 1 ? 'less than a day' : days < 2 ? '1 day' : `${Math.floor(days)} days`
      return [
        {
          severity: days < AGES.high ? ('high' as const) : days < AGES.medium ? ('medium' as const) : ('low' as const),
          description: `The domain ${domain} was registered ${words} ago.`,
          evidence: { domain, registeredAt: new Date(registeredAt).toISOString(), registrar, by, server },
        },
      ]
    })
    const isUnknown = hits.length === 0 && registered.some(({ registeredAt }) => registeredAt === null)
    return isUnknown ? { unknown: ['when its domain was registered'], decisive: false } : hits
  },
})
