/** Cookies of one visit (RFC 6265, what a redirect needs of it): by host, or by the domain that the host named. */
export type CookieJar = {
  /** @param lines `Set-Cookie` fields, one each. */
  keep(url: URL, lines: readonly string[]): void
  /** The `Cookie` field; undefined for none. */
  header(url: URL): string | undefined
  /** Grows when a cookie is set to another value. */
  changes(): number
}

const MAX_COOKIES = 50
const MAX_CHARACTERS = 4_096
const PAIR = /^\s*([\w!#$%&'*+.^`|~-]{1,256})\s*=\s*("?[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*"?)\s*(?:;|$)/

export function createCookieJar(): CookieJar {
  const kept = new Map<string, { domain: string; exact: boolean; name: string; value: string }>()
  let changes = 0
  return {
    keep(url, lines) {
      for (const line of lines) {
        const [, name, value] = line.length <= MAX_CHARACTERS ? (PAIR.exec(line) ?? []) : []
        if (name === undefined || value === undefined) continue
        const named = /;\s*domain\s*=\s*\.?([^;\s]+)/i.exec(line)?.[1]?.toLowerCase()
        const exact = named === undefined || !covers(named, url.hostname)
        const domain = exact ? url.hostname : named
        const key = `${domain} ${name}`
        if (kept.get(key)?.value === value || (!kept.has(key) && kept.size >= MAX_COOKIES)) continue
        kept.set(key, { domain, exact, name, value })
        changes++
      }
    },
    header(url) {
      const sent = [...kept.values()].filter(({ domain, exact }) =>
        exact ? domain === url.hostname : covers(domain, url.hostname),
      )
      const text = sent.map(({ name, value }) => `${name}=${value}`).join('; ')
      return text === '' ? undefined : text.slice(0, MAX_CHARACTERS)
    },
    changes: () => changes,
  }
}

/** A cookie of `.com` would go to every site; one label is refused, and a longer suffix leaks within this visit only. */
function covers(domain: string, host: string): boolean {
  return domain.includes('.') && (host === domain || host.endsWith(`.${domain}`))
}
