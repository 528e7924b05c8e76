import type { OperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import { parseJson } from '../../evm/verification/parseJson.ts'
import { parseBootstrap } from './parseBootstrap.ts'
import { REGISTRY_SERVERS } from './registryServers.ts'

export type RegistryOptions = {
  /** IANA's bootstrap registry, or the operator's copy of it. */
  bootstrapUrl?: string
  deadlineMs?: number
  now?: () => number
}

/** Base URL of the RDAP server for a domain; null when its suffix has none that is known. Never rejects. */
export type RegistryOf = (domain: string) => Promise<string | null>

const BOOTSTRAP_URL = 'https://data.iana.org/rdap/dns.json'
const DAY_MS = 86_400_000
const RETRY_MS = 600_000
const MAX_BYTES = 2 ** 20

/**
 * Knows which registry answers for which suffix (RFC 9224). IANA's list is fetched when it is first needed and kept for a day;
 * without it, and for registries that are not on it, the servers that we know are asked.
 */
export function createRegistryOf({ fetch }: Pick<OperatorFetch, 'fetch'>, options: RegistryOptions = {}): RegistryOf {
  const { bootstrapUrl = BOOTSTRAP_URL, deadlineMs = 3_000, now = Date.now } = options
  let listed: ReadonlyMap<string, string> = new Map()
  let goodUntil = Number.NEGATIVE_INFINITY
  let fetching: Promise<void> | null = null

  async function renew(): Promise<void> {
    try {
      const headers = { accept: 'application/json' }
      const answer = await fetch({ url: bootstrapUrl, headers, deadlineMs, maxBytes: MAX_BYTES })
      if (answer.status !== 200) throw new TypeError(`HTTP ${answer.status}`)
      listed = parseBootstrap(parseJson(answer.body.toString('utf8')))
      goodUntil = now() + DAY_MS
    } catch {
      // An old list is as good as a new one for all but the newest suffixes.
      goodUntil = now() + RETRY_MS
    } finally {
      fetching = null
    }
  }

  function known(suffixes: string[]): string | null {
    const suffix = suffixes.find((each) => listed.has(each) || REGISTRY_SERVERS.has(each)) ?? ''
    return listed.get(suffix) ?? REGISTRY_SERVERS.get(suffix) ?? null
  }

  return async (domain) => {
    const labels = domain.split('.')
    // The longest suffix on the list answers (RFC 9224, 4).
    const suffixes = labels.slice(1).map((_, index) => labels.slice(index + 1).join('.'))
    if (now() >= goodUntil) fetching ??= renew()
    // A renewal is awaited only when the suffix is not known already.
    if (known(suffixes) === null) await fetching
    return known(suffixes)
  }
}
