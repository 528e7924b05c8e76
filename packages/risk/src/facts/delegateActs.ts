import type { Address, Hex } from '../address.ts'

/** An act of a stranger on an account through its delegate. Amounts in wei. */
export type DelegateAct = {
  kind: 'forwards-payments' | 'lets-anyone-withdraw'
  /** Null for a plain payment. */
  selector: Hex | null
  signature: string | null
  args: string[]
  caller: Address
  lost: bigint
  tokens: Address[]
  /** Receiver of the loss; null when unknown. */
  to: Address | null
}

export type DelegateActs = { acts: DelegateAct[]; tried: number; cut: string[] }
