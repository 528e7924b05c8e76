import { defineDetector } from '../../engine/detector.ts'
import type { Severity } from '../../engine/finding.ts'
import type { Origin } from '../../facts/origin.ts'
import { quote } from '../../wording/accountNames.ts'

export default defineDetector({
  id: 'sign-in-domain-mismatch',
  title: 'Sign-in phishing: domain mismatch',
  why: 'A sign-in message (EIP-4361) names its site. A site that asks for another site’s sign-in can log in there as you; therefore the standard tells wallets to compare the two, with port and scheme.',
  advice: 'Do not sign it, and leave the site. Open the other site yourself if you want to sign in there.',
  appliesTo: 'message',
  category: 'associations',
  severity: 'critical',
  confidence: 'high',
  family: 'sign-in',
  // What a sign-in is worth is decided by who asks for it.
  decisive: true,
  needs: ['intents', 'origin'],
  detect: ({ intents, origin }) => {
    const signIns = intents.filter((intent) => intent.kind === 'sign-in')
    if (signIns.length === 0) return 'not-applicable'
    if (origin === null) return { unknown: ['origin'] }
    return signIns.flatMap(({ domain, scheme, uri }) => {
      const asked = authorityOf(domain, scheme, origin)
      const host = asked?.hostname.replace(/\.$/, '') ?? null
      const ofDomain = severityOf('domain', host, origin)
      const resource = uri === null ? null : hostOf(uri)
      const hits = [
        // Another site is worse than another port or scheme of the same one.
        { member: 'domain', asked: domain, host, severity: ofDomain ?? severityOfAuthority(asked, scheme, origin) },
        {
          member: 'uri',
          asked: uri,
          host: resource,
          severity: uri === null ? null : severityOf('uri', resource, origin),
        },
      ]
      return hits.flatMap(({ severity, ...hit }) => {
        if (severity === null) return []
        const isSame = hit.member === 'domain' && ofDomain === null
        const site = isSame ? originOf(origin) : origin.host
        const named = hit.member === 'domain' && scheme !== null ? `${scheme}://${domain}` : (hit.asked ?? '')
        return [
          {
            severity,
            description: `The site is ${site}, and the message signs you in to ${quote(named)}.`,
            evidence: { origin: site, ...hit },
          },
        ]
      })
    })
  },
})

/** Null where both are one site. A sibling below one registrable domain belongs to the same people. */
function severityOf(member: string, host: string | null, origin: Origin): Severity | null {
  if (host !== null && sameSite(host, origin)) return null
  const related = origin.registrable !== null && host !== null && isWithin(host, origin.registrable)
  if (related) return member === 'domain' ? 'medium' : null
  // A resource elsewhere is unusual; the domain is what the log-in is for. Some put `did:` and the like there.
  if (member === 'uri') return host === null ? null : 'medium'
  return 'critical'
}

/** Another port, or another scheme than the message states, is another origin. Without a scheme HTTPS is meant (EIP-4361). */
function severityOfAuthority(asked: URL | null, scheme: string | null, { url }: Origin): Severity | null {
  const page = URL.parse(url)
  if (asked === null || page === null) return null
  if (asked.port !== page.port) return 'high'
  if (scheme !== null) return `${scheme}:` === page.protocol ? null : 'high'
  // Pages of this machine need no certificate.
  return page.protocol === 'https:' || LOOPBACK.test(page.hostname) ? null : 'medium'
}

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/

/** The authority that a message names, read in the scheme that it states, else in that of the page: the default port is none. */
function authorityOf(domain: string, scheme: string | null, { url }: Origin): URL | null {
  const stated = scheme !== null && /^https?$/.test(scheme) ? `${scheme}:` : (URL.parse(url)?.protocol ?? 'https:')
  return URL.parse(`${stated}//${domain}`)
}

function originOf({ url, host }: Origin): string {
  return URL.parse(url)?.origin ?? host
}

/** The bare domain and its `www.` are one site everywhere. */
function sameSite(host: string, { host: own }: Origin): boolean {
  return host === own || host === `www.${own}` || own === `www.${host}`
}

function isWithin(host: string, registrable: string): boolean {
  return host === registrable || host.endsWith(`.${registrable}`)
}

/** ASCII host in lower case, as browsers read it; null for what is none. */
function hostOf(url: string): string | null {
  const parsed = URL.parse(url)
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.hostname.replace(/\.$/, '') : null
}
