import { registryUrl } from './registryUrl.ts'

const MAX_SUFFIXES = 20_000

/**
 * Reads a bootstrap registry for domain names (RFC 9224, 4): base URL by suffix in lower case; https where there is a choice.
 * What is not of that shape is left out. @throws TypeError for what is no bootstrap registry at all.
 */
export function parseBootstrap(json: unknown): Map<string, string> {
  const services = (json as { services?: unknown } | null)?.services
  if (!Array.isArray(services)) throw new TypeError('no bootstrap registry of RDAP: "services" is missing')
  const servers = new Map<string, string>()
  for (const service of services) {
    const [suffixes, urls] = Array.isArray(service) ? service : []
    if (!Array.isArray(suffixes) || !Array.isArray(urls)) continue
    const known = urls.map(registryUrl).filter((url) => url !== null)
    const server = known.find((url) => url.startsWith('https:')) ?? known[0]
    if (server === undefined) continue
    for (const suffix of suffixes) {
      if (servers.size >= MAX_SUFFIXES) return servers
      if (typeof suffix === 'string' && suffix.length <= 253) servers.set(suffix.toLowerCase(), server)
    }
  }
  return servers
}
