import { defineDetector } from '../../engine/detector.ts'
import type { TypedSecret } from '../../facts/browsing.ts'
import { isIdentityProvider } from '../../url/identityProviders.ts'
import { isOwnHost, verifiedSiteOwner } from '../../url/trustOfSite.ts'

/** What sends a password, in words. Pictures, beacons and bots of chats have a rule of their own. */
const CHANNELS: Readonly<Partial<Record<TypedSecret['channel'], string>>> = {
  fetch: 'by a script',
  form: 'by a form',
  navigation: 'in an address that it opens',
  websocket: 'over a WebSocket',
  message: 'by a message between windows',
}

/** Names of a certificate, beyond which it is one of a hosting company for its customers. */
const MAX_NAMES = 30

export default defineDetector({
  id: 'password-sent-to-another-site',
  title: 'Password sent to another site',
  why: 'We typed a made-up password into a page, and it left for a site that is not the page’s, is no known provider of sign-ins and shares no certificate with it. Phishing kits collect passwords like that, since their pages change daily and their servers seldom. A young service may keep its accounts on a server with another name.',
  advice:
    'Enter no password that you use elsewhere, and none of another service. Log in at the site that the password belongs to.',
  appliesTo: 'url',
  category: 'code',
  severity: 'medium',
  confidence: 'medium',
  soft: true,
  family: 'requested',
  needs: ['browsing', 'visit', 'site', 'trust', 'hopTrust', 'contactTrust', 'certificates'],
  detect: ({ browsing, contactTrust, certificates, ...facts }) => {
    const { final } = facts.visit
    if (verifiedSiteOwner(facts) !== null) return []
    return browsing.typed.flatMap(({ kind, channel, host, bot }) => {
      const how = CHANNELS[channel]
      if (kind !== 'password' || how === undefined || bot !== undefined || host === '') return []
      const name = host.replace(/:\d+$/, '')
      const { official = null, allowed = null, popular = null } = contactTrust[name] ?? {}
      const isKnown = isIdentityProvider(name) || Boolean(official ?? allowed ?? popular)
      // One certificate for both: one owner has shown to hold both names.
      const own = certificates.filter(
        ({ site, tls }) => site.host === final.host && tls.status === 'valid' && tls.names.length <= MAX_NAMES,
      )
      const isShared = own.some(({ tls }) => tls.names.some((one) => isNamed(name, one)))
      if (isKnown || isOwnHost(name, final) || isShared) return []
      return [
        {
          soft: true,
          description: `The page of ${final.host} sends a typed password to ${host}, ${how}.`,
          evidence: { from: final.host, host, channel },
        },
      ]
    })
  },
})

/** Whether a name of a certificate covers a host (RFC 9525). */
function isNamed(host: string, named: string): boolean {
  const name = named.toLowerCase()
  return name.startsWith('*.') ? host.slice(host.indexOf('.')) === name.slice(1) : host === name
}
