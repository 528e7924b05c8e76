import { defineDetector } from '../../engine/detector.ts'
import { judgePage } from '../../url/pageEvidence.ts'
import { verifiedSiteOwner } from '../../url/trustOfSite.ts'

export default defineDetector({
  id: 'shown-to-some-visitors',
  title: 'Page shown to some visitors only',
  why: 'A page was visited twice: from a desk, and from a search on a phone in other languages. Only the second visitor is asked for something. Phishing pages choose their visitors by such signs, so that scanners see another page (Oest et al., “PhishFarm”).',
  advice: 'Enter nothing and connect no wallet.',
  appliesTo: 'url',
  category: 'code',
  severity: 'medium',
  confidence: 'medium',
  family: 'cloaking',
  needs: ['visit', 'page', 'site', 'trust', 'hopTrust'],
  detect: ({ visit, page, site, trust, hopTrust }) =>
    judgePage({ visit, page }, ({ onlyOthers }) => {
      if (onlyOthers.length === 0) return []
      const isKnown = verifiedSiteOwner({ visit, site, trust, hopTrust }) !== null
      const takesSecrets = onlyOthers.includes('secrets')
      return [
        {
          severity: isKnown ? ('info' as const) : takesSecrets ? ('high' as const) : ('medium' as const),
          description: `Only some visitors are ${takesSecrets ? 'asked for secrets' : 'shown code that asks a wallet'}.`,
          evidence: { url: visit.final.href, onlyOthers: [...onlyOthers] },
        },
      ]
    }),
})
