import type { RiskLevel } from '../engine/riskLevel.ts'
import type { BrandLikeness, SiteListing } from './site.ts'

/** How the dApp that asks is known. `listed` are hits of lists on its URL, host or parents. */
export type Origin = {
  /** As given, canonical. */
  url: string
  /** ASCII host without port. */
  host: string
  /** Registrable domain (eTLD+1); null for an IP address or a shared suffix. */
  registrable: string | null
  listed: SiteListing[]
  /** The operator's override or an official-domain entry says that it belongs to this project; null when nothing does. */
  official: string | null
  /** 0-1 of the lexical model; null while there is none. */
  lexical: number | null
  /** Brands whose name its host or path borrows; empty for official sites. Absent where names were not judged. */
  likenesses?: BrandLikeness[]
  /** The account's own last scan of the site within a week. Null: none; absent where scans are not kept. */
  scanned?: ScannedSite | null
}

/** What the account's last complete scan of a site said. */
export type ScannedSite = {
  /** The scanned address: the page that asks, or the front page of its host. */
  url: string
  /** 0-100. */
  riskScore: number
  riskLevel: RiskLevel
  /** UTC day, YYYY-MM-DD. */
  date: string
}
