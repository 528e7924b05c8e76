import { defineDetector } from '../../engine/detector.ts'

export default defineDetector({
  id: 'https-to-http-redirect',
  title: 'Redirect from HTTPS to plain HTTP',
  why: 'The padlock of the first page does not cover the second one, which any attacker on the network can rewrite.',
  advice: 'Enter nothing on the page and connect no wallet.',
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
        description: `The link redirects to ${to.host} over plain HTTP.`,
        evidence: { from, to: to.href },
      })),
})
