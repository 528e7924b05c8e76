import type { SandboxWorld } from '../world.ts'

/** What a site is asked. `host` without port, lower case. */
export type SiteRequest = { host: string; path: string; secure: boolean; userAgent: string; cookie: string }
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
  answer(request: SiteRequest): SiteAnswer
}

/** A site whose wallet requests fit the given chain. */
export type SiteOf = (world: SandboxWorld) => Site
