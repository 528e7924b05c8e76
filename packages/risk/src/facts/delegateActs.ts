import type { Address, Hex } from '../facts.ts'

/** Something that a stranger did with an account through its delegate. Amounts in wei. */
export type DelegateAct = {
  kind: 'forwards-payments' | 'lets-anybody-take'
  /** Null for a plain payment. */
  selector: Hex | null
  signature: string | null
  args: string[]
  caller: Address
  lost: bigint
  tokens: Address[]
  /** Who received it; null when nobody could be told. */
  to: Address | null
}

export type DelegateActs = { acts: DelegateAct[]; tried: number; cut: string[] }
