import { defineDetector } from '../../detector.ts'

export default defineDetector({
  id: 'unresolvable-host',
  title: 'The name leads nowhere',
  why: 'No address is published for this host. A phishing site that was taken down looks like this, and so does a typing error; it may answer again tomorrow.',
  advice: 'Check the spelling. If it worked yesterday, ask why it does not today.',
  appliesTo: 'url',
  category: 'associations',
  severity: 'info',
  confidence: 'high',
  family: 'reachability',
  needs: ['dns', 'site'],
  detect: ({ dns, site }) =>
    dns.exists
      ? []
      : [{ description: `No address is known for ${site.host}.`, evidence: { host: site.host, exists: false } }],
})
