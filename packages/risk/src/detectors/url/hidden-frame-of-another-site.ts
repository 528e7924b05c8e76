import { defineDetector } from '../../engine/detector.ts'
import { judgePage } from '../../url/pageEvidence.ts'
import { listWords } from '../../wording/listWords.ts'

/** Hosts that publish hidden frames as their way to count, to tell robots or to pay; their own instructions say so. */
const SERVICES =
  /(^|\.)(googletagmanager\.com|google\.com|gstatic\.com|recaptcha\.net|doubleclick\.net|facebook\.com|hcaptcha\.com|cloudflare\.com|stripe\.com|stripe\.network|paypal\.com|youtube\.com|youtube-nocookie\.com|vimeo\.com|walletconnect\.com|walletconnect\.org|intercom\.io|hubspot\.com|linkedin\.com|twitter\.com|x\.com|bing\.com|criteo\.com|hotjar\.com)$/

export default defineDetector({
  id: 'hidden-frame-of-another-site',
  title: 'Hidden frame of another site',
  why: 'A hidden frame can click, fill in and connect in the visitor’s name, or load code that the page itself does not show. Analytics and sign-in services use hidden frames as well.',
  advice: 'Enter nothing and connect no wallet if you do not know the site.',
  appliesTo: 'url',
  category: 'code',
  severity: 'medium',
  confidence: 'low',
  soft: true,
  family: 'frames',
  needs: ['visit', 'page', 'contactTrust'],
  detect: ({ visit, page, contactTrust }) =>
    judgePage({ visit, page }, ({ frames, walletCalls }) => {
      const hosts = frames.flatMap(({ src, hidden, offSite }) => {
        const host = hidden && offSite ? URL.parse(src)?.hostname : null
        return host && !SERVICES.test(host) && !contactTrust[host]?.official ? [host] : []
      })
      if (hosts.length === 0) return []
      return [
        {
          severity: walletCalls.length > 0 ? 'medium' : 'low',
          description: `The page loads ${listWords(hosts)} in a hidden frame.`,
          evidence: { url: visit.final.href, hosts: [...new Set(hosts)].slice(0, 10) },
        },
      ]
    }),
})
