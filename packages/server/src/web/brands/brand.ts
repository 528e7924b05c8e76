/** A name that thieves borrow. */
export type Brand = {
  brand: string
  /** As it occurs in hosts: lower-case letters and digits, without hyphens. */
  names: readonly string[]
  /** Hosts that are the brand's own with all their subdomains; the first is the one to show. */
  domains: readonly string[]
  /** A common word, or too short: many honest names contain it, so that resembling it accuses no site. */
  ambiguous?: true
  /** Honest strangers put it in their names: explorers, nodes, communities. Only with a lure (`airdrop`, `claim`) is it suspicious. */
  carried?: true
  /** Owns its name under most suffixes and in many longer names: only words that press beside it say something. */
  sprawling?: true
}
