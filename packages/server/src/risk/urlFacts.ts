import type { Chain } from './chain.ts'
import type { Finding } from './finding.ts'
import type { Origin } from './messageFacts.ts'
import type { RiskLevel } from './score.ts'

// What can be known of a web site. Times are Unix milliseconds. Text from the web is cleaned and bounded.

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
  /** The service whose customers share the domain (`vercel.app`); its age says nothing of the page. */
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

/** What lists, operators and official domains say of a site. */
export type SiteStanding = Pick<Origin, 'listed' | 'official'> & {
  /** Named good by the operator's own word or by a list that may. */
  allowed: { by: string; note: string | null } | null
  /** Place in a list of popular domains that the operator loaded; null when in none or none is loaded. */
  popular: { rank: number; list: string } | null
}

/** What the lexical model says of the characters of a host. */
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

export type DnsFact = {
  exists: boolean
  /** IP addresses, v4 first. */
  addresses: string[]
  nameServers: string[]
  /** Null when it could not be asked. */
  hasMail: boolean | null
  /** The name leads to addresses that are not public; nothing there is visited. */
  notPublic: boolean
}

export type SslStatus =
  | 'valid'
  | 'expired'
  | 'not_yet_valid'
  | 'self_signed'
  | 'untrusted'
  | 'hostname_mismatch'
  | 'none'
  | 'unreachable'

/** The certificate that the host of the URL shows. `none`: plain http, whatever answers on 443. */
export type TlsFact = {
  status: SslStatus
  protocol: string | null
  issuer: string | null
  subject: string | null
  names: string[]
  validFrom: number | null
  validTo: number | null
  /** The address of the scan is plain http though https is served. */
  httpsAvailable: boolean
}

/** When a domain was registered; null of a fact: hosting platform, IP literal or a suffix without a registry that says. */
export type Registration = {
  domain: string
  registeredAt: number | null
  expiresAt: number | null
  updatedAt: number | null
  registrar: string | null
  nameServers: string[]
  /** EPP status codes (RFC 8056). */
  statuses: string[]
  by: 'rdap' | 'whois'
  /** Host of the server that said so. */
  server: string
}

/** One step on the way from the scanned URL to the page. */
export type VisitHop = {
  from: string
  to: SiteAddress
  how: 'http' | 'refresh-header' | 'meta' | 'script'
  status: number | null
  /** The service whose purpose is to hide where a link leads (`bit.ly`). */
  shortener: string | null
}

/** What answered when the site was visited. */
export type Visit = {
  reached: boolean
  /** Why not: `dns`, `blocked`, `timeout`, `tls`, `connect`, `too-large`, …; null when reached. */
  failure: { code: string; message: string } | null
  hops: VisitHop[]
  /** Hops were cut off by the limit. */
  endless: boolean
  final: SiteAddress
  status: number | null
  contentType: string | null
  /** File name of a download. */
  download: string | null
  ipAddress: string | null
  /** Decompressed bytes read, and whether there was more. */
  bytes: number
  truncated: boolean
  /** Plain http was answered over https by the site itself. */
  upgraded: boolean
  server: string | null
}

export type FormFieldKind =
  | 'seed-phrase'
  | 'private-key'
  | 'password'
  | 'email'
  | 'card'
  | 'one-time-code'
  | 'file'
  | 'text'
export type PageForm = {
  /** Where it is sent; null: the page itself or a script. */
  action: string | null
  /** The action leads to another site. */
  offSite: boolean
  fields: { kind: FormFieldKind; label: string }[]
}

/** One thing seen in code: `kind` is of a closed set per member, `where` the URL of a script or `inline`. */
export type CodeMark<Kind extends string> = { kind: Kind; where: string; excerpt: string }

export type WalletCall =
  | 'connect'
  | 'send'
  | 'sign'
  | 'typed-data'
  | 'approve'
  | 'permit'
  | 'set-approval-for-all'
  | 'increase-allowance'
  | 'transfer-from'
  | 'delegation'
  | 'batch'
export type Obfuscation =
  | 'packed'
  | 'encoded-strings'
  | 'eval-of-decoded'
  | 'hex-names'
  | 'anti-devtools'
  | 'debugger-loop'
export type DrainerMark =
  | 'kit-name'
  | 'kit-structure'
  | 'drain-function'
  | 'balance-sorting'
  | 'victim-log'
  | 'chain-hopping-sweep'
export type CommandChannel =
  | 'telegram-bot'
  | 'discord-webhook'
  | 'hashed-endpoint'
  | 'ip-endpoint'
  | 'smart-contract-config'

/** What an HTML page says and does, as far as it could be read without running it. */
export type Page = {
  title: string | null
  description: string | null
  language: string | null
  /** Beginning of the visible text, at most 2,000 characters. */
  text: string
  /**
   * Brands that the page names, and where; `own` when the final site is one of the brand's. `as`: `subject` of a page that calls itself
   * by its site's own brand; `carried` by honest strangers in their names (networks, companies everywhere).
   */
  brands: {
    brand: string
    domains: string[]
    where: ('title' | 'heading' | 'meta' | 'logo' | 'favicon' | 'text')[]
    own: boolean
    as?: 'subject' | 'carried'
  }[]
  forms: PageForm[]
  /** Grids of word inputs or text that asks for a recovery phrase or key, outside or inside forms. */
  secretsAsked: { kind: 'seed-phrase' | 'private-key'; evidence: string }[]
  /** Words that press: airdrop, claim, verify wallet, synchronise, urgent, migration. */
  lures: { kind: 'claim' | 'verify-wallet' | 'urgency' | 'giveaway' | 'support' | 'migration'; phrase: string }[]
  walletCalls: CodeMark<WalletCall>[]
  obfuscation: CodeMark<Obfuscation>[]
  drainerMarks: CodeMark<DrainerMark>[]
  channels: CodeMark<CommandChannel>[]
  /** Code that changes what is copied or pasted. */
  clipboard: CodeMark<'rewrites-copy' | 'writes-address' | 'hooks-paste' | 'runs-command-lure'>[]
  frames: { src: string; hidden: boolean; offSite: boolean }[]
  scripts: { src: string | null; bytes: number; read: boolean; offSite: boolean; why: string | null }[]
  links: { total: number; offSite: number; dead: number; javascript: number; data: number; downloads: string[] }
  favicon: { url: string; sha256: string; brand: string | null } | null
  /** Most of the page's look is loaded from the official site of somebody else. */
  borrowedFrom: string | null
  /** Parts that were left out: limits, failures; empty when all was read. */
  unread: string[]
}

/** Whether visitors and robots are shown the same. */
export type Cloaking = {
  differs: boolean
  /** What differs: `status`, `final-site`, `title`, `content`, `wallet-code`, `blocked`. */
  how: string[]
  visitor: { status: number | null; url: string; title: string | null }
  robot: { status: number | null; url: string; title: string | null }
}

/** Something that a page asked a wallet for while a browser ran it, and what the scan of that request said. */
export type WalletRequest = {
  /** EIP-1193 method. */
  method: string
  provider: 'eip1193' | 'eip6963'
  chain: Chain | null
  /** JSON of the parameters, bounded. */
  params: string
  /** Without anybody pressing anything. */
  unprompted: boolean
  /** Null where the method asks for nothing that could be scanned, or the scan failed: `failure` says which. */
  scan: {
    kind: 'transaction' | 'message'
    riskScore: number
    riskLevel: RiskLevel
    recommendation: string
    findings: Pick<Finding, 'id' | 'severity' | 'title' | 'description'>[]
  } | null
  failure: string | null
}

/** What happened when a real browser ran the page. */
export type Browsing = {
  finalUrl: string
  requests: WalletRequest[]
  /** Hosts that the page connected to, bounded. */
  contacted: string[]
  /** What the egress guard refused the page. */
  refused: string[]
  dialogs: string[]
  clipboardWrites: string[]
  /** Files that it began to download: the name that each was to be saved under, and from where; null where that is no web address. */
  downloads: { name: string; url: string | null }[]
  /** PNG, base64; null when none could be taken. */
  screenshot: string | null
  /** Cut off by a limit: time, memory, requests. */
  cutOff: string | null
}

/** Facts of a URL scan. */
export type UrlFacts = {
  site: SiteAddress
  /** When the scan was made. */
  scannedAt: number
  standing: SiteStanding
  /** Null for an IP literal, for shared hosts and for official domains. The worse one of the scanned site and where it leads. */
  lexical: LexicalScore | null
  /** Of the scanned site and of the one where it leads. Empty for official domains. */
  likenesses: BrandLikeness[]
  dns: DnsFact
  tls: TlsFact
  registration: Registration | null
  /** Of the site where redirects lead; null when that is the same server, or the same domain, as the scanned one. */
  finalTls: TlsFact | null
  finalRegistration: Registration | null
  /** Both ends, as far as they are known; one where they are the same. */
  certificates: { site: SiteAddress; tls: TlsFact }[]
  registrations: { site: SiteAddress; registration: Registration | null }[]
  visit: Visit
  /** Standing of each other site on the way, final one included, by host. */
  hopStandings: Record<string, SiteStanding>
  /**
   * The same of hosts that the page loads code from, sends forms to or frames, and that a browser contacted; bounded. By host and path
   * where strangers share the host.
   */
  contactStandings: Record<string, SiteStanding>
  /** Null when what answered is no HTML, or nothing answered. */
  page: Page | null
  /** Null when nothing answered. */
  cloaking: Cloaking | null
  browsing: Browsing
}
