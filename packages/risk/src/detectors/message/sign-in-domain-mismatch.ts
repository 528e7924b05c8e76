import { defineDetector } from '../../detector.ts'
import type { Origin } from '../../facts/origin.ts'
import type { Severity } from '../../finding.ts'
import { quote } from '../../wording/accountNames.ts'

export default defineDetector({
  id: 'sign-in-domain-mismatch',
  title: 'Sign-in phishing: domain mismatch',
  why: 'A sign-in message (EIP-4361) names its site. A site that asks for another site’s sign-in can log in there as you; therefore the standard tells wallets to compare the two.',
  advice: 'Do not sign it, and leave the site. Open the other site yourself if you want to sign in there.',
  appliesTo: 'message',
  category: 'associations',
  severity: 'critical',
  confidence: 'high',
  family: 'sign-in',
  needs: ['intents', 'origin'],
  detect: ({ intents, origin }) => {
    const signIns = intents.filter((intent) => intent.kind === 'sign-in')
    if (signIns.length === 0) return 'not-applicable'
    if (origin === null) return { unknown: ['origin'] }
    return signIns.flatMap(({ domain, uri }) =>
      [
        { member: 'domain', host: hostOf(`https://${domain}`) },
        ...(uri === null ? [] : [{ member: 'uri', host: hostOf(uri) }]),
      ].flatMap(({ member, host }) => {
        const severity = severityOf(member, host, origin)
        if (severity === null) return []
        return [
          {
            severity,
            description: `The site is ${origin.host}, and the message signs you in to ${quote(member === 'domain' ? domain : (uri ?? ''))}.`,
            evidence: { origin: origin.host, member, asked: member === 'domain' ? domain : uri, host },
          },
        ]
      }),
    )
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
