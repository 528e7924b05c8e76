import { defineDetector } from '../../engine/detector.ts'

/** Days. */
const RECENT = 7
const OLD_DOMAIN = 90
const DAY = 86_400_000

export default defineDetector({
  id: 'recently-issued-certificate',
  title: 'Recently issued TLS certificate',
  why: 'If the age of a domain is unknown, its first certificate is the next best sign. Sites renew certificates every few weeks, so for an older domain this says nothing.',
  advice: 'Make sure that the project itself led you here.',
  appliesTo: 'url',
  category: 'ownership',
  severity: 'low',
  confidence: 'low',
  soft: true,
  family: 'site-age',
  needs: ['certificates', 'registrations', 'scannedAt'],
  detect: ({ certificates, registrations, scannedAt }) => {
    const dated = certificates.filter(({ tls }) => tls.validFrom !== null)
    if (dated.length === 0) return 'not-applicable'
    return dated.flatMap(({ site, tls }) => {
      const own = registrations.find((end) => end.site.registrable === site.registrable)
      const registeredAt = own?.registration?.registeredAt ?? null
      // Where the registry was not heard, the domain may be old.
      if (own === undefined || tls.validFrom === null) return []
      if (registeredAt !== null && scannedAt - registeredAt >= OLD_DOMAIN * DAY) return []
      const days = (scannedAt - tls.validFrom) / DAY
      if (days < 0 || days >= RECENT) return []
      return [
        {
          description: `The certificate of ${site.host} was issued ${days < 1 ? 'less than a day' : days < 2 ? '1 day' : `${Math.floor(days)} days`} ago.`,
          evidence: {
            host: site.host,
            validFrom: new Date(tls.validFrom).toISOString(),
            issuer: tls.issuer,
            names: tls.names.slice(0, 6),
          },
        },
      ]
    })
  },
})
