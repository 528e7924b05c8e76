// A site by its address alone: its parts, what lists say of it, whose name it borrows.

/** The address of a site in canonical form (WHATWG URL, UTS 46). */
export type SiteAddress = {
  /** Canonical, without credentials and fragment. */
  href: string
  scheme: 'http' | 'https'
  /** Lower-case ASCII (punycode) without trailing dot; an IP literal without brackets. */
  host: string
  /** The host as a person sees it; equal to `host` where it holds no punycode. */
  unicodeHost: string
  /** Null for the scheme's default. */
  port: number | null
  path: string
  /** Without the question mark; empty for none. */
  query: string
  /** eTLD+1 by the public suffix list with its private part; null for an IP literal and for a suffix itself. */
  registrable: string | null
  publicSuffix: string | null
  /** The part that one owner holds, see `siteOf`: where strangers share a domain, one label more; null where they share all of it. */
  site: string | null
  /** The service whose customers share the domain (`vercel.app`); its age proves nothing about the page. */
  platform: string | null
  ip: 4 | 6 | null
  /** How the caller spelled the address of an IP literal, when not in the canonical way: `0x7f.1`, `2130706433`. */
  oddIp: string | null
  /** Text before `@`, without a password; null for none. */
  userinfo: string | null
  /** Scripts (UAX 24 names) that each label of the Unicode host mixes against UTS 39, by label; empty when none does. */
  mixedScripts: { label: string; scripts: string[] }[]
  /** Absolute http(s) URLs carried in the query, bounded: where an open redirect would lead. */
  carried: string[]
}

/** A list's entry on the URL, host or parents of a site. */
export type SiteListing = {
  label: string
  name: string | null
  source: string
  listedSince: string | null
  matched: string
}

/** Entries of lists, operators and official domains about a site. */
export type SiteTrust = {
  listed: SiteListing[]
  /** The operator's override or an official-domain entry says that it belongs to this project; null when nothing does. */
  official: string | null
  /** Named good by the operator's own word or by a list that may. */
  allowed: { by: string; note: string | null } | null
  /** Place in a list of popular domains that the operator loaded; null when in none or none is loaded. */
  popular: { rank: number; list: string } | null
}

/** Result of the lexical model for the characters of a host. */
export type LexicalScore = {
  /** The host it is about, when that is not the scanned one: where redirects end. */
  host?: string
  /** 0-1, calibrated on the validation year. */
  score: number
  level: 'none' | 'caution' | 'avoid'
  /** Pieces of the host that weigh most for it being bad, worst first, at most five. */
  top: { gram: string; weight: number }[]
  /** Day the weights were trained, and on what share of honest hosts each level fires. */
  model: { trained: string; caution: number; avoid: number }
}

/** One way in which a host makes itself look like a brand's. */
export type BrandLikeness = {
  /** The host it is about, when that is not the scanned one: where redirects end. */
  host?: string
  brand: string
  /** The official domain that it resembles. */
  domain: string
  /** `combo`: the name with other words (`uniswap-claim`); `subdomain`: the name as a label of a foreign domain; `tld`: the name under another suffix. */
  how: 'confusable' | 'edit-distance' | 'combo' | 'subdomain' | 'tld' | 'path'
  /** The part of the address that does. */
  matched: string
  /** A common word that many honest names contain: never an accusation by itself. */
  ambiguous: boolean
  /** All that stands beside the name are words of the trade, and one asks to act: `claim`, `login`. */
  presses?: boolean
}
