import { defineDetector } from '../../detector.ts'

export default defineDetector({
  id: 'downgrade-to-http',
  title: 'It leads from an encrypted page to one that is not',
  why: 'The padlock of the first page says nothing of the second, which anybody on the way can rewrite.',
  advice: 'Enter nothing there and connect no wallet.',
  appliesTo: 'url',
  category: 'associations',
  severity: 'medium',
  confidence: 'high',
  soft: true,
  family: 'transport',
  needs: ['visit'],
  detect: ({ visit }) =>
    visit.hops
      .filter(({ from, to }) => from.startsWith('https:') && to.scheme === 'http')
      .slice(0, 1)
      .map(({ from, to }) => ({
        description: `It leads to ${to.host} over plain http.`,
        evidence: { from, to: to.href },
      })),
})
