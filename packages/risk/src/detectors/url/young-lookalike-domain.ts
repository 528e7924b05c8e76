import { defineDetector } from '../../engine/detector.ts'
import { isCoincidental, likenessHit, resemblingSite } from '../../url/brandLikeness.ts'

const YEAR = 365.25 * 86_400_000
/** Years. Scam domains do not live as long, and a domain older than the brand does not imitate it. */
const OLD = 3

export default defineDetector({
  id: 'young-lookalike-domain',
  title: 'Young lookalike domain',
  why: 'Many honest names differ from a brand’s by one letter or by the top-level domain; nearly all of them are old or well known. Names that phishers register are neither.',
  advice: 'Type the official address yourself, or use your bookmark. Enter nothing and sign nothing here.',
  appliesTo: 'url',
  category: 'ownership',
  severity: 'high',
  confidence: 'medium',
  family: 'url-identity',
  needs: ['site', 'likenesses', 'trust', 'hopTrust', 'registrations', 'scannedAt'],
  detect: ({ site, likenesses, trust, hopTrust, registrations, scannedAt }) => {
    const suspects = likenesses
      .filter(isCoincidental)
      .map((likeness) => ({ likeness, ...resemblingSite(likeness, { site, trust, hopTrust, registrations }) }))
      .filter(({ isPopular }) => !isPopular)
    const hits = suspects.flatMap(({ likeness, host, registeredAt }) => {
      if (registeredAt === null || scannedAt - registeredAt >= OLD * YEAR) return []
      const { description, evidence } = likenessHit(likeness, host)
      const registered = new Date(registeredAt).toISOString()
      return [
        {
          description: `${description.slice(0, -1)}; its domain was registered on ${registered.slice(0, 10)}.`,
          evidence: { ...evidence, registeredAt: registered },
        },
      ]
    })
    // A registry without an answer does not prove that the domain is old.
    const isUnknown = hits.length === 0 && suspects.some(({ registeredAt }) => registeredAt === null)
    return isUnknown ? { unknown: ['when its domain was registered'], decisive: false } : hits
  },
})
