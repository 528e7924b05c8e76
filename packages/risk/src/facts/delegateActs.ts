import type { Address, Hex } from '../address.ts'

/**
 * An act of another account on an account through its delegate. Amounts in wei. `obeys-author`: by an account that the code names;
 * `obeys-stored-account`: by one that the account's own storage names; `unsigned-payment`: by a stranger with a signed call of the account, whose
 * payment is not signed; the others: by a stranger.
 */
export type DelegateAct = {
  kind: 'forwards-payments' | 'lets-anyone-withdraw' | 'obeys-author' | 'obeys-stored-account' | 'unsigned-payment'
  /** Null for a plain payment. */
  selector: Hex | null
  signature: string | null
  args: string[]
  caller: Address
  lost: bigint
  tokens: Address[]
  /** Receiver of the loss; null when unknown. */
  to: Address | null
  /** `unsigned-payment`: the receiver is not signed, rather than the amount. */
  redirected?: true
  /** `forwards-payments`: a payment leaves the account after this call, which any account may make. */
  afterCall?: true
}

export type DelegateActs = {
  acts: DelegateAct[]
  tried: number
  cut: string[]
  /** Accounts of keys that the code or the account's storage names, and whose calls took nothing: a signature of theirs may. Absent: none. */
  namedKeys?: Address[]
  /** Coins that the account is paid become as many wrapped coins of it. Absent: they stay, or `acts` says where they go. */
  wrapsPayments?: true
  /** All paths of the code were executed: each call that it makes needs a call by the account itself. */
  selfOnly?: boolean
}

/** Returns true where the delegate refused a stranger everywhere, kept its payments, and names no key that it may obey. */
export function obeysOnlyItsAccount(tried: DelegateActs | null | undefined): boolean {
  return tried != null && tried.acts.length === 0 && tried.cut.length === 0 && (tried.namedKeys ?? []).length === 0
}
