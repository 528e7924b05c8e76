import { defineDetector } from '../../engine/detector.ts'
import { judgePage, requestedSecrets } from '../../url/pageEvidence.ts'
import { verifiedSiteOwner } from '../../url/trustOfSite.ts'

export default defineDetector({
  id: 'hotlinked-brand-assets',
  title: 'Page assets loaded from another site',
  why: 'Phishers copy a page by saving it; its pictures and style sheets often still come from the original site.',
  advice: 'Open the original site instead.',
  appliesTo: 'url',
  category: 'code',
  severity: 'medium',
  confidence: 'medium',
  family: 'impersonation',
  needs: ['visit', 'page', 'site', 'trust', 'hopTrust'],
  detect: ({ visit, page, site, trust, hopTrust }) =>
    judgePage({ visit, page }, (shown) => {
      if (shown.hotlinkedFrom === null || verifiedSiteOwner({ visit, site, trust, hopTrust }) !== null) return []
      return [
        {
          severity: requestedSecrets(shown).length > 0 ? 'medium' : 'low',
          description: `${visit.final.host} loads most of its pictures and styles from ${shown.hotlinkedFrom}.`,
          evidence: { host: visit.final.host, from: shown.hotlinkedFrom },
        },
      ]
    }),
})
