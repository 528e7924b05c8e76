import { defineDetector } from '../../engine/detector.ts'

/** Days. */
const EXPIRY_DAYS = 14
const DAY = 86_400_000

export default defineDetector({
  id: 'expiring-domain-registration',
  title: 'Expiring domain registration',
  why: 'If the owner does not renew a domain, an attacker can register it and gets its visitors, its bookmarks and its mail. Owners often renew at the last minute.',
  advice: 'If you depend on the site, ask its owner about the renewal.',
  appliesTo: 'url',
  category: 'ownership',
  severity: 'info',
  confidence: 'high',
  needs: ['registrations', 'scannedAt'],
  detect: ({ registrations, scannedAt }) => {
    const registered = registrations.flatMap(({ registration }) => registration ?? [])
    if (registered.length === 0) return 'not-applicable'
    const hits = registered.flatMap(({ domain, expiresAt, server }) => {
      if (expiresAt === null || expiresAt - scannedAt >= EXPIRY_DAYS * DAY) return []
      const at = new Date(expiresAt).toISOString()
      return [
        {
          description: `The registration of ${domain} ${expiresAt < scannedAt ? 'ended' : 'ends'} on ${at.slice(0, 10)}.`,
          evidence: { domain, expiresAt: at, server },
        },
      ]
    })
    const isUnknown = hits.length === 0 && registered.some(({ expiresAt }) => expiresAt === null)
    return isUnknown ? { unknown: ['when its registration ends'], decisive: false } : hits
  },
})
