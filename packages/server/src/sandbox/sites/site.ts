import type { SandboxWorld } from '../world.ts'

/** What a site is asked. `host` without port, lower case. */
export type SiteRequest = {
  host: string
  path: string
  secure: boolean
  userAgent: string
  cookie: string
  /** The field Accept-Language. */
  language: string
  referer: string
}
export type SiteAnswer = { status: number; headers: Record<string, string>; body: string }

/**
 * A web site of the sandbox: a trap with what phishing and drainer pages do, or its honest twin that does what looks like it. Names
 * and brands are made up; what wallets are asked for are calls to contracts of the sandbox chain.
 */
export type Site = {
  /** Kebab case, unique. */
  name: string
  kind: 'trap' | 'honest'
  /** The site of the other kind that it is to be told from. */
  twinOf: string
  /** Where a visit begins. */
  url: string
  /** All hosts that it answers for; under `.test`, which no public name server knows (RFC 6761). */
  hosts: readonly string[]
  /** What a scanner has to see here, or must not make of it. */
  sees: string
  /** Days since the domain was registered; default: `registeredDaysAgo`. */
  registeredDaysAgo?: number
  /** Days until the registration ends; default: more than a month. */
  expiresInDays?: number
  /** Its status at the registry (EPP); default: `active`. */
  registryStatus?: string
  /** The registry that says so; the other knows no date. Default: RDAP. */
  registeredBy?: 'rdap' | 'whois'
  /** What its host shows on 443; default: a certificate in force. `none`: no TLS at all. */
  certificate?: SiteCertificateKind | 'none'
  answer(request: SiteRequest): SiteAnswer
}

/** Certificates of the sandbox: one in force, and one for each fault that a visitor can see. */
export const SITE_CERTIFICATES = [
  'valid',
  'recent',
  'expired',
  'not_yet_valid',
  'self_signed',
  'untrusted',
  'hostname_mismatch',
] as const
export type SiteCertificateKind = (typeof SITE_CERTIFICATES)[number]

/** Traps are neither new nor old by their registration: they must be recognised by what they do. */
export function registeredDaysAgo({ kind, registeredDaysAgo: days }: Pick<Site, 'kind' | 'registeredDaysAgo'>): number {
  return days ?? (kind === 'trap' ? 120 : 1_900)
}

/** A site whose wallet requests fit the given chain. */
export type SiteOf = (world: SandboxWorld) => Site
