import { defineDetector } from '../../engine/detector.ts'
import { isCoincidental, likenessHit, resemblingSite } from '../../url/brandLikeness.ts'
import { judgePage, requestedSecrets } from '../../url/pageEvidence.ts'
import { verifiedSiteOwner } from '../../url/trustOfSite.ts'
import { listWords } from '../../wording/listWords.ts'

/** Where a page says who it is. Logos of others stand wherever one pays. */
const NAMING = ['title', 'heading', 'meta'] as const

export default defineDetector({
  id: 'lookalike-imitating-brand',
  title: 'Lookalike domain imitating a brand',
  why: 'Many honest names differ from a brand’s by one letter or by the top-level domain, and have a business of their own. A site that names that brand on its page, or asks for secrets or signatures under such a name, impersonates the brand.',
  advice: 'Type the official address yourself, or use your bookmark. Enter nothing and sign nothing here.',
  appliesTo: 'url',
  category: 'ownership',
  severity: 'high',
  confidence: 'medium',
  family: 'url-identity',
  needs: ['site', 'likenesses', 'trust', 'hopTrust', 'visit', 'page'],
  detect: ({ site, likenesses, trust, hopTrust, visit, page }) => {
    const suspects = likenesses.filter(isCoincidental)
    if (suspects.length === 0) return []
    return judgePage({ visit, page }, (shown) => {
      if (verifiedSiteOwner({ visit, site, trust, hopTrust }, shown) !== null) return []
      const asked = requestedSecrets(shown)
      return suspects.flatMap((likeness) => {
        const { host, isPopular } = resemblingSite(likeness, { site, trust, hopTrust })
        const names = shown.brands.some(
          ({ brand, where, own }) => brand === likeness.brand && !own && NAMING.some((place) => where.includes(place)),
        )
        // Popular sites have logins, and news of others; imitation takes both.
        if (isPopular ? !names || asked.length === 0 : !names && asked.length === 0) return []
        const { description, evidence } = likenessHit(likeness, host)
        const does = [names ? `names ${likeness.brand}` : '', asked.length > 0 ? `asks for ${listWords(asked)}` : '']
        return [
          {
            description: `${description.slice(0, -1)}; its page ${does.filter(Boolean).join(' and ')}.`,
            evidence: { ...evidence, namesIt: names, asked },
          },
        ]
      })
    })
  },
})
