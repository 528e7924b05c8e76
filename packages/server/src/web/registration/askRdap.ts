import type { Guarded } from '@redoubt/egress/guarded.ts'
import type { Registration } from '@redoubt/risk/facts/domain.ts'
import { parseJson } from '../../evm/verification/parseJson.ts'
import { parseRdap, type RdapAnswer } from './parseRdap.ts'
import type { RegistryOf } from './registryOf.ts'

/**
 * What RDAP (RFC 9082, 3.1.3) says of a domain. `no-server`: its registry has none that we know; `no-record`: the registry
 * says that it is not registered. Rejects when the server could not be asked or said nothing that can be read.
 */
export type AskRdap = (domain: string, signal: AbortSignal) => Promise<Registration | 'no-server' | 'no-record'>

const LIMITS = { maxBytes: 262_144, maxRedirects: 3 }
const HEADERS = { accept: 'application/rdap+json, application/json;q=0.5' }

/** Registries are named by a list and registrars by registries, so all are reached as strangers are. */
export function createAskRdap({ fetch }: Pick<Guarded, 'fetch'>, registryOf: RegistryOf, deadlineMs: number): AskRdap {
  async function ask(
    url: string,
    domain: string,
    signal: AbortSignal,
  ): Promise<(RdapAnswer & { server: string }) | null> {
    const answer = await fetch({ url, headers: HEADERS, ...LIMITS, deadlineMs, signal })
    const server = new URL(answer.url).hostname
    if (answer.status === 404) return null
    if (answer.status !== 200) throw new TypeError(`${server}: RDAP answered HTTP ${answer.status}`)
    return { ...parseRdap(parseJson(answer.body.toString('utf8')), domain), server }
  }

  return async (domain, signal) => {
    const base = await registryOf(domain)
    if (base === null) return 'no-server'
    const registry = await ask(`${base}domain/${domain}`, domain, signal)
    if (registry === null) return 'no-record'
    const { registration, referral, server } = registry
    if (registration.registeredAt !== null || referral === null) return { ...registration, by: 'rdap', server }
    // One referral and no more: the server it names is not the registry, and only fills in what the registry left out.
    const registrar = await ask(referral, domain, signal).catch(() => null)
    if (registrar === null) return { ...registration, by: 'rdap', server }
    return { ...filledIn(registration, registrar.registration), by: 'rdap', server: registrar.server }
  }
}

type Said = RdapAnswer['registration']

function filledIn(registry: Said, registrar: Said): Said {
  return {
    domain: registry.domain,
    registeredAt: registry.registeredAt ?? registrar.registeredAt,
    expiresAt: registry.expiresAt ?? registrar.expiresAt,
    updatedAt: registry.updatedAt ?? registrar.updatedAt,
    registrar: registry.registrar ?? registrar.registrar,
    nameServers: registry.nameServers.length > 0 ? registry.nameServers : registrar.nameServers,
    statuses: registry.statuses.length > 0 ? registry.statuses : registrar.statuses,
  }
}
