import type { Scope } from './apiKey.ts'

/** The one entry that is no exact origin: development servers, on any port. */
const LOCALHOST = 'http://localhost:*'

/** Origins that one key may list. */
export const MAX_ORIGINS = 20

/** What a key with origins may have: anyone can read it in the page that uses it. */
export const PUBLIC_SCOPES: readonly Scope[] = ['scan:read', 'risk:read', 'wallet:read']

export const ORIGIN_EXPECTED = `an exact https origin such as https://app.example, without a path, or ${LOCALHOST}`

/** Whether a key may list this entry: an https origin exactly as browsers send it, or `http://localhost:*`. */
export function isOriginEntry(given: string): boolean {
  if (given === LOCALHOST) return true
  const url = URL.parse(given)
  return url?.protocol === 'https:' && url.origin === given && !given.includes('*')
}

/** The entries that cover an `Origin` header: itself, and any port of localhost. */
export function entriesCovering(origin: string): string[] {
  return /^http:\/\/localhost(:\d{1,5})?$/.test(origin) ? [LOCALHOST] : origin === LOCALHOST ? [] : [origin]
}

/** Returns whether a page of this origin may use a key that lists these entries. */
export function listsOrigin(entries: readonly string[], origin: string | undefined): boolean {
  return origin !== undefined && entriesCovering(origin).some((entry) => entries.includes(entry))
}

/** Scopes that a key with origins may not have; none where it has no origins. */
export function forbiddenScopes(scopes: readonly Scope[], origins: readonly string[] | null): Scope[] {
  return origins === null ? [] : scopes.filter((scope) => !PUBLIC_SCOPES.includes(scope))
}
