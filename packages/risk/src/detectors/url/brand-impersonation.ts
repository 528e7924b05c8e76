import { defineDetector } from '../../engine/detector.ts'
import { impersonatedBrand } from '../../url/brandLikeness.ts'
import { judgePage, requestedSecrets } from '../../url/pageEvidence.ts'
import { verifiedSiteOwner } from '../../url/trustOfSite.ts'
import { quote } from '../../wording/accountNames.ts'
import { listWords } from '../../wording/listWords.ts'

export default defineDetector({
  id: 'brand-impersonation',
  title: 'Brand impersonation',
  why: 'The page claims to be a known brand, and its domain does not belong to that brand. Articles and guides name brands too, and ask for nothing.',
  advice: 'Open the brand’s own site from a bookmark, and compare.',
  appliesTo: 'url',
  category: 'code',
  severity: 'high',
  confidence: 'medium',
  family: 'impersonation',
  needs: ['visit', 'page', 'site', 'trust', 'hopTrust'],
  detect: ({ visit, page, site, trust, hopTrust }) =>
    judgePage({ visit, page }, (shown) => {
      const imitated = impersonatedBrand(shown)
      if (imitated === null || verifiedSiteOwner({ visit, site, trust, hopTrust }) !== null) return []
      const asked = requestedSecrets(shown)
      const { brand, where } = imitated
      return [
        {
          severity: asked.length > 0 ? 'high' : 'info',
          description:
            asked.length > 0
              ? `${visit.final.host} presents itself as ${quote(brand)} and asks for ${listWords(asked)}.`
              : `${visit.final.host} names ${quote(brand)} as if it were its own site, and asks for nothing.`,
          evidence: { url: visit.final.href, brand, namedIn: where, asked },
        },
      ]
    }),
})
