import type { Browsing } from './facts/browsing.ts'
import type { DnsFact, Registration, TlsFact } from './facts/domain.ts'
import type { Page } from './facts/page.ts'
import type { BrandLikeness, LexicalScore, SiteAddress, SiteTrust } from './facts/site.ts'
import type { Cloaking, Visit } from './facts/visit.ts'

// Facts of a web site. Times are Unix milliseconds. Text from the web is cleaned and bounded.

/** Facts of a URL scan. */
export type UrlFacts = {
  site: SiteAddress
  /** When the scan was made. */
  scannedAt: number
  trust: SiteTrust
  /** Null for an IP literal, for shared hosts and for official domains. The worse one of the scanned site and where it leads. */
  lexical: LexicalScore | null
  /** Brand likenesses of the scanned site and of its redirect target. Empty for official domains. */
  likenesses: BrandLikeness[]
  dns: DnsFact
  tls: TlsFact
  registration: Registration | null
  /** Certificate facts of the redirect target; null when that is the same server, or the same domain, as the scanned one. */
  finalTls: TlsFact | null
  finalRegistration: Registration | null
  /** Both ends, as far as they are known; one where they are the same. */
  certificates: { site: SiteAddress; tls: TlsFact }[]
  registrations: { site: SiteAddress; registration: Registration | null }[]
  visit: Visit
  /** Standing of each other site on the way, final one included, by host. */
  hopTrust: Record<string, SiteTrust>
  /**
   * The same of hosts that the page loads code from, sends forms to or frames, and that a browser contacted; bounded. By host and path
   * where strangers share the host.
   */
  contactTrust: Record<string, SiteTrust>
  /** Null when what answered is no HTML, or nothing answered. */
  page: Page | null
  /** Null when nothing answered. */
  cloaking: Cloaking | null
  browsing: Browsing
}
