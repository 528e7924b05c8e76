import { defineDetector } from '../../detector.ts'

export default defineDetector({
  id: 'unresolvable-host',
  title: 'Unresolvable domain name',
  why: 'DNS has no IP address for this host. A phishing site after a takedown looks like this, and so does a typing error; it may answer again tomorrow.',
  advice: 'Check the spelling. If the site worked yesterday, do not trust it when it returns.',
  appliesTo: 'url',
  category: 'associations',
  severity: 'info',
  confidence: 'high',
  family: 'reachability',
  needs: ['dns', 'site'],
  detect: ({ dns, site }) =>
    dns.exists
      ? []
      : [{ description: `DNS has no IP address for ${site.host}.`, evidence: { host: site.host, exists: false } }],
})
