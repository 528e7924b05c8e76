import { defineDetector } from '../../detector.ts'

export default defineDetector({
  id: 'unusual-port',
  title: 'It is served on an unusual port',
  why: 'Sites for people are on ports 80 and 443. Others are used by machines of developers, and where the usual ones are taken by a site that was broken into.',
  advice: 'Ask whoever gave you the address.',
  appliesTo: 'url',
  category: 'ownership',
  severity: 'low',
  confidence: 'medium',
  soft: true,
  family: 'address-form',
  needs: ['site'],
  detect: ({ site: { host, port } }) =>
    port === null ? [] : [{ description: `${host} is asked on port ${port}.`, evidence: { host, port } }],
})
