import type { SiteAddress } from './site.ts'

// Answers of the site when it was visited. Text from the web is cleaned and bounded.

/** One step on the way from the scanned URL to the page. */
export type VisitHop = {
  from: string
  to: SiteAddress
  how: 'http' | 'refresh-header' | 'meta' | 'script'
  status: number | null
  /** The service whose purpose is to hide where a link leads (`bit.ly`). */
  shortener: string | null
}

/** Answers of the site when it was visited. */
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
  /** The service whose robot check was shown instead of the page. */
  challenge: string | null
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

/** Whether visitors and robots are shown the same. */
export type Cloaking = {
  differs: boolean
  /** Kind of difference: `status`, `final-site`, `title`, `content`, `wallet-code`, `blocked`. */
  how: string[]
  visitor: { status: number | null; url: string; title: string | null }
  robot: { status: number | null; url: string; title: string | null }
}
