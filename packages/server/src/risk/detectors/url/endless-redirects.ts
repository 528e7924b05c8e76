import { defineDetector } from '../../detector.ts'

export default defineDetector({
  id: 'endless-redirects',
  title: 'Its redirects do not end',
  why: 'No page was shown after as many redirects as a browser would follow. Some sites send scanners round in circles and people to the page.',
  advice: 'Do not open it until it leads somewhere.',
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
            description: `After ${visit.hops.length} redirects there was still no page.`,
            evidence: { redirects: visit.hops.length, last: visit.final.href },
          },
        ]
      : [],
})
