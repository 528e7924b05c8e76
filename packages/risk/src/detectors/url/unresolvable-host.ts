import { defineDetector } from '../../engine/detector.ts'

export default defineDetector({
  id: 'unresolvable-host',
  title: 'Unresolvable host name',
  why: 'DNS says that this host name does not exist. A phishing site that was taken down looks like this, and so does a typing error. Nothing can be loaded from it today; another owner may register it tomorrow.',
  advice: 'Check the spelling. If the site worked yesterday, do not trust it when it returns.',
  appliesTo: 'url',
  category: 'associations',
  severity: 'medium',
  confidence: 'high',
  family: 'reachability',
  needs: ['dns', 'site'],
  detect: ({ dns, site }) =>
    dns.exists
      ? []
      : [{ description: `The host name ${site.host} does not exist.`, evidence: { host: site.host, exists: false } }],
})
