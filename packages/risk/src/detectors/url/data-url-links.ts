import { defineDetector } from '../../engine/detector.ts'
import { judgePage } from '../../url/pageEvidence.ts'

export default defineDetector({
  id: 'data-url-links',
  title: 'Links with embedded pages (data: URLs)',
  why: 'A link with `data:` opens a page that has no address, so that neither block lists nor people can tell its owner (RFC 2397).',
  advice: 'Do not open the page’s links.',
  appliesTo: 'url',
  category: 'code',
  severity: 'low',
  confidence: 'medium',
  soft: true,
  needs: ['visit', 'page'],
  detect: ({ visit, page }) =>
    judgePage({ visit, page }, ({ links }) =>
      links.data > 0
        ? [
            {
              description: `${links.data} of the page’s links contain embedded data instead of an address.`,
              evidence: { url: visit.final.href, data: links.data, total: links.total },
            },
          ]
        : [],
    ),
})
