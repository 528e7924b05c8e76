/**
 * Addresses where providers of sign-ins take a code that another device shows (RFC 8628), by their own documentation, without scheme. The device
 * that made the code is signed in.
 */
const ADDRESSES = [
  'microsoft\\.com/(?:devicelogin|link)',
  'aka\\.ms/devicelogin',
  'login\\.microsoft(?:online)?\\.com/(?:[\\w.-]{1,60}/)?(?:device|oauth2/deviceauth)',
  'login\\.live\\.com/oauth20_remoteconnect\\.srf',
  '(?:accounts\\.)?google\\.com/(?:o/oauth2/)?device',
  'github\\.com/login/device',
  'gitlab\\.com/oauth/device',
  'facebook\\.com/device',
  'twitch\\.tv/activate',
  'login\\.salesforce\\.com/setup/connect',
  'device\\.sso\\.[\\w-]{1,30}\\.amazonaws\\.com',
  '[\\w-]{1,60}\\.awsapps\\.com/start/?#/device',
  '[\\w-]{1,60}\\.(?:okta|(?:\\w{2}\\.)?auth0)\\.com/(?:login/)?(?:activate|device)',
]
const ADDRESS = new RegExp(`(?<![\\w.-])(?:www\\.)?(?:${ADDRESSES.join('|')})(?![\\w-])`, 'i')
/** Four and four characters with a dash, or eight or nine without. */
const CODE = /^(?:[A-Z0-9]{4}-[A-Z0-9]{4}|[A-Z0-9]{8,9})$/

/** The first of these addresses that a text names; null for none. */
export function deviceSignInIn(text: string): string | null {
  return ADDRESS.exec(text)?.[0] ?? null
}

/** Whether a text is such a code and nothing else: capitals with a digit, a dash, or no vowel among them. */
export function isDeviceCode(text: string): boolean {
  const code = text.trim()
  return CODE.test(code) && /[A-Z]/.test(code) && (/[\d-]/.test(code) || !/[AEIOU]/.test(code))
}
