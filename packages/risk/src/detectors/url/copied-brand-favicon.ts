import { defineDetector } from '../../detector.ts'
import { judgePage, requestedSecrets } from '../../url/pageEvidence.ts'
import { verifiedSiteOwner } from '../../url/trustOfSite.ts'
import { quote } from '../../wording/accountNames.ts'

export default defineDetector({
  id: 'copied-brand-favicon',
  title: 'Copied brand favicon',
  why: 'The favicon in the tab is the file of a brand, byte for byte, and the domain does not belong to that brand. Copied pages keep it.',
  advice: 'Trust the address, not the icon.',
  appliesTo: 'url',
  category: 'code',
  severity: 'medium',
  confidence: 'high',
  family: 'impersonation',
  needs: ['visit', 'page', 'site', 'trust', 'hopTrust'],
  detect: ({ visit, page, site, trust, hopTrust }) =>
    judgePage({ visit, page }, (shown) => {
      const { favicon, brands } = shown
      const brand = favicon?.brand ?? null
      if (favicon === null || brand === null || brands.some((one) => one.brand === brand && one.own)) return []
      if (verifiedSiteOwner({ visit, site, trust, hopTrust }) !== null) return []
      return [
        {
          severity: requestedSecrets(shown).length > 0 ? 'medium' : 'low',
          description: `${visit.final.host} uses the favicon of ${quote(brand)}.`,
          evidence: { brand, icon: favicon.url, sha256: favicon.sha256 },
        },
      ]
    }),
})
