import { defineDetector } from '../../detector.ts'
import { onPage } from '../../url/onPage.ts'

export default defineDetector({
  id: 'data-links',
  title: 'Its links hold pages of their own',
  why: 'A link with `data:` opens a page that has no address, so that neither lists nor people can tell whose it is (RFC 2397).',
  advice: 'Do not open its links.',
  appliesTo: 'url',
  category: 'code',
  severity: 'low',
  confidence: 'medium',
  soft: true,
  needs: ['visit', 'page'],
  detect: ({ visit, page }) =>
    onPage({ visit, page }, ({ links }) =>
      links.data > 0
        ? [
            {
              description: `${links.data} of its links hold data in the place of an address.`,
              evidence: { url: visit.final.href, data: links.data, total: links.total },
            },
          ]
        : [],
    ),
})
