import type { Chain } from '../chain.ts'
import type { Finding } from '../finding.ts'
import type { RiskLevel } from '../score.ts'

// What a page did when a browser ran it. Text from the web is cleaned and bounded.

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
