/**
 * The site that asks: an origin, for an address holds secrets. Undefined where it is opaque (`null`: data:, file:, sandboxed
 * frames) or where there is no page: the service then takes it as unknown.
 */
export function pageOrigin(): string | undefined {
  const { origin, location } = globalThis as { origin?: unknown; location?: { origin?: unknown; href?: unknown } }
  for (const told of [origin, location?.origin])
    if (typeof told === 'string') return /^https?:/.test(told) ? told : undefined
  return typeof location?.href === 'string' ? httpOrigin(location.href) : undefined
}

/** What the page was told to say, without path, query and fragment. */
export function givenOrigin(given: string): string {
  return httpOrigin(given) ?? given
}

function httpOrigin(address: string): string | undefined {
  try {
    const { protocol, origin } = new URL(address)
    return /^https?:$/.test(protocol) ? origin : undefined
  } catch {
    return undefined
  }
}
