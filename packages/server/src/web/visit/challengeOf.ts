/** Header by which a service says that it shows its own check: name, value, service. */
const HEADERS: readonly [string, RegExp, string][] = [
  ['cf-mitigated', /^challenge/i, 'Cloudflare'],
  ['x-amzn-waf-action', /^(?:challenge|captcha)/i, 'AWS WAF'],
  ['x-vercel-mitigated', /^(?:challenge|deny)/i, 'Vercel'],
  ['sg-captcha', /^challenge/i, 'SiteGround'],
]
/** Code that only the check itself has. What the same services add to ordinary pages is not here. */
const CODE: readonly [RegExp, string][] = [
  [/\bwindow\._cf_chl_opt\s{0,5}=/, 'Cloudflare'],
  [/\bwindow\.gokuProps\s{0,5}=/, 'AWS WAF'],
  [/<iframe\b[^<>]{0,300}\bsrc="\/_Incapsula_Resource\?/i, 'Imperva'],
  [/\bsucuri_cloudproxy_js\b/, 'Sucuri'],
  [/\bid="sec-if-cpt-container"/, 'Akamai'],
]
/** A check is a small page. */
const MAX_CHARACTERS = 100_000

/**
 * The service whose robot check was shown instead of the page of the site, or null.
 * @param headers names in lower case.
 */
export function challengeOf(headers: Record<string, string>, html: string | null): string | null {
  const said = HEADERS.find(([name, value]) => value.test(headers[name] ?? ''))
  if (said !== undefined) return said[2]
  if (html === null || html.length > MAX_CHARACTERS) return null
  return CODE.find(([code]) => code.test(html))?.[1] ?? null
}
