import type { GuardedPull } from './guardedPull.ts'

/**
 * A power over holders of a token, found by running its code with guards lifted. `takes`: lowers the balance of an account that the call
 * names. `mints`: raises a balance of the key. `stops`, `taxes`: sets a word that a sale reads; with the word set, a sale that worked failed or lost `taxPercent` more.
 */
export type GuardedTokenPower = GuardedPull & {
  effect: 'takes' | 'mints' | 'stops' | 'taxes'
  /** Of one holder that the call names, or of all. */
  of: 'named-holder' | 'all-holders'
  /** It takes by an approval in the name of the holder, by the key’s signature or its call. Absent: it takes at once. */
  approves?: 'by-signature' | 'by-call'
  taxPercent: number | null
  /** Nothing but the key, signature or secret was missing: what is stored, and bounds of arguments, were met as they are. */
  asIs: boolean
  /** The holder’s own calls were made on the fork, and did it. */
  executed: boolean
}

/** `cut`: not all words, sales or conditions of calls were looked at, because their budget was spent or an execution failed. */
export type GuardedTokenPowers = { powers: GuardedTokenPower[]; cut: boolean }
