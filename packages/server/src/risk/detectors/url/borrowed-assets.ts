import { defineDetector } from '../../detector.ts'
import { askedOf } from '../../url/askedOf.ts'
import { onPage } from '../../url/onPage.ts'
import { vouchedBy } from '../../url/vouchedBy.ts'

export default defineDetector({
  id: 'borrowed-assets',
  title: 'Its look is loaded from somebody else’s site',
  why: 'Copies are made by saving a page; its pictures and style sheets often still come from the original.',
  advice: 'Open the original instead.',
  appliesTo: 'url',
  category: 'code',
  severity: 'medium',
  confidence: 'medium',
  family: 'impersonation',
  needs: ['visit', 'page', 'site', 'standing', 'hopStandings'],
  detect: ({ visit, page, site, standing, hopStandings }) =>
    onPage({ visit, page }, (shown) => {
      if (shown.borrowedFrom === null || vouchedBy({ visit, site, standing, hopStandings }) !== null) return []
      return [
        {
          severity: askedOf(shown).length > 0 ? 'medium' : 'low',
          description: `Most of the look of ${visit.final.host} is loaded from ${shown.borrowedFrom}.`,
          evidence: { host: visit.final.host, from: shown.borrowedFrom },
        },
      ]
    }),
})
