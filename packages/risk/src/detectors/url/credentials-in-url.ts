import { defineDetector } from '../../engine/detector.ts'
import { quote } from '../../wording/accountNames.ts'

/** Matches a host alone or in a URL: `www.paypal.com`, `https://uniswap.org/swap`. */
const LIKE_A_HOST = /^(?:https?:\/\/)?((?:[\p{L}\p{N}-]{1,40}\.){1,5}[\p{L}-]{2,24})(?![\p{L}\p{N}.-])/u
/** Letters and digits in one long run, or letters of both cases at random: more likely a key or a token than a name. */
const LIKE_A_TOKEN = /(?=[^.]*\d)(?=[^.]*\p{L})[\p{L}\p{N}_-]{16,}|(?:\p{Ll}\p{Lu}[^.]{0,20}){3}/u

export default defineDetector({
  id: 'credentials-in-url',
  title: 'Credentials before the host in the URL',
  why: 'The part before `@` in a URL is a user name, not the site: `https://uniswap.org@evil.example` leads to evil.example. Browsers drop it silently; in a message it looks like the site.',
  advice: 'Look at the part after the last `@`. Type the official address yourself.',
  appliesTo: 'url',
  category: 'ownership',
  severity: 'high',
  confidence: 'high',
  family: 'url-identity',
  ofQuestion: true,
  needs: ['site'],
  detect: ({ site: { host, userinfo } }) => {
    if (userinfo === null) return []
    const imitated = imitatedHost(userinfo)
    return [
      {
        severity: imitated ? 'high' : 'medium',
        description: imitated
          ? `${quote(imitated)} looks like the host, but the URL leads to ${host}.`
          : `The URL carries credentials for ${host}.`,
        // A user name that imitates no host may be a credential of the site: it is not repeated.
        evidence: { ...(imitated && { imitates: imitated }), host },
      },
    ]
  },
})

function imitatedHost(userinfo: string): string | null {
  const host = LIKE_A_HOST.exec(userinfo)?.[1] ?? null
  return host === null || LIKE_A_TOKEN.test(host) ? null : host
}
