import { defineDetector } from '../../engine/detector.ts'

export default defineDetector({
  id: 'endless-redirects',
  title: 'Endless redirects',
  why: 'The site showed no page after as many redirects as a browser follows. Some sites send scanners in circles and people to the page.',
  advice: 'Do not open the link.',
  appliesTo: 'url',
  category: 'associations',
  severity: 'medium',
  confidence: 'medium',
  soft: true,
  family: 'redirects',
  needs: ['visit'],
  detect: ({ visit }) =>
    visit.endless
      ? [
          {
            description: `The site showed no page after ${visit.hops.length} redirects.`,
            evidence: { redirects: visit.hops.length, last: visit.final.href },
          },
        ]
      : [],
})
