import { defineDetector } from '../../engine/detector.ts'

export default defineDetector({
  id: 'unusual-port',
  title: 'Unusual network port',
  why: 'Sites for people use ports 80 and 443. Developers’ machines use other ports, and so do phishing pages on hacked servers.',
  advice: 'Ask the sender of the link why the site uses this port.',
  appliesTo: 'url',
  category: 'ownership',
  severity: 'low',
  confidence: 'medium',
  soft: true,
  family: 'address-form',
  needs: ['site'],
  detect: ({ site: { host, port } }) =>
    port === null ? [] : [{ description: `The URL uses port ${port} of ${host}.`, evidence: { host, port } }],
})
