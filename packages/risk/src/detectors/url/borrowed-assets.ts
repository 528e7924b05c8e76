import { defineDetector } from '../../detector.ts'
import { askedOf, onPage } from '../../url/pageEvidence.ts'
import { vouchedBy } from '../../url/trustOfSite.ts'

export default defineDetector({
  id: 'borrowed-assets',
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
    onPage({ visit, page }, (shown) => {
      if (shown.borrowedFrom === null || vouchedBy({ visit, site, trust, hopTrust }) !== null) return []
      return [
        {
          severity: askedOf(shown).length > 0 ? 'medium' : 'low',
          description: `${visit.final.host} loads most of its pictures and styles from ${shown.borrowedFrom}.`,
          evidence: { host: visit.final.host, from: shown.borrowedFrom },
        },
      ]
    }),
})
