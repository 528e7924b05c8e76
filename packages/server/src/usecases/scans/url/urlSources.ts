import type { Chain } from '@redoubt/risk/chain.ts'
import type { Browsing } from '@redoubt/risk/facts/browsing.ts'
import type { DnsFact, Registration, TlsFact } from '@redoubt/risk/facts/domain.ts'
import type { Page } from '@redoubt/risk/facts/page.ts'
import type { BrandLikeness, LexicalScore, SiteAddress, SiteTrust } from '@redoubt/risk/facts/site.ts'
import type { Cloaking, Visit } from '@redoubt/risk/facts/visit.ts'

/** An answer of the site, kept for the analyses that follow it: the body is HTML text, or null when it is no HTML. */
export type Visited = { visit: Visit; html: string | null }

/** A document as a browser held it after its scripts ran. */
export type RenderedDocument = { url: string; html: string }

/**
 * What a URL scan asks, declared by the scan and wired in app. Each method learns one fact, or rejects: the fact is then unknown,
 * and the answer says so. What an environment does not have is left out: its facts are then unknown for want of support.
 */
export type UrlSources = {
  /** Pure. @throws RangeError for what is no http(s) URL. */
  parse(url: string): SiteAddress
  /** `listsLoaded` false: being on no list says nothing. */
  trust(site: SiteAddress, signal: AbortSignal): Promise<{ trust: SiteTrust; listsLoaded: boolean }>
  /** The project whose official domain it is; needs no list. Pure and fast. */
  official(site: SiteAddress): string | null
  /** Date of the oldest list that was relied on. */
  intelAsOf(): string
  /** Changes with every change of a list or of the operator's own word: an answer kept before is then out of date. */
  listRevision(): Promise<string>
  now(): number
  /** Pure and fast. */
  lexical(site: SiteAddress): LexicalScore | null
  /** Pure and fast. */
  likenesses(site: SiteAddress): BrandLikeness[]
  /** Whether this environment may connect to the host at all: a test key reaches sandbox hosts only. */
  mayVisit(site: SiteAddress): boolean
  dns?(site: SiteAddress, signal: AbortSignal): Promise<DnsFact>
  tls?(site: SiteAddress, signal: AbortSignal): Promise<TlsFact>
  registration?(site: SiteAddress, signal: AbortSignal): Promise<Registration | null>
  /** Follows redirects of HTTP, of the page and of its scripts. Failing to reach the site is an answer. */
  visit?(site: SiteAddress, signal: AbortSignal): Promise<Visited>
  /** Reads the page and, bounded, its scripts and icon. */
  page?(visited: Visited, signal: AbortSignal): Promise<Page | null>
  /** Visits once more as a robot and compares. */
  cloaking?(visited: Visited, page: Page | null, signal: AbortSignal): Promise<Cloaking | null>
  /** Only where a browser is configured. What the page asks to sign is scanned on `chain` unless the page switches. */
  browse?(
    visited: Visited,
    chain: Chain,
    signal: AbortSignal,
  ): Promise<{ browsing: Browsing; documents: readonly RenderedDocument[] }>
  /** Reads the documents that a browser held. Null when none is HTML. */
  rendered?(visited: Visited, documents: readonly RenderedDocument[], signal: AbortSignal): Promise<Page | null>
}
