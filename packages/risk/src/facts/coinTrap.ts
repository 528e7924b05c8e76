import type { Address, Hex } from '../address.ts'

/** A call of a contract, in a form that a person can repeat. Wei. */
export type TrapCall = { selector: Hex; signature: string | null; args: string[]; value: bigint }

/**
 * A function that asks for coins and can pay them back to its caller, and that executed payments lost. `kept`: each accepted payment left
 * no trace; `unwinnable`: each accepted answer lost; `switched-off`: payments came back before a call of `by`, and are kept after it;
 * `replaceable-code`: the payment runs code that `by` chooses; `no-control`: the payment puts the caller in the place of a key, and gives it nothing;
 * `misdirected`: the payer's own withdrawal (`call`) pays `taker`.
 */
export type CoinTrap = TrapCall & {
  kind: 'kept' | 'unwinnable' | 'switched-off' | 'replaceable-code' | 'no-control' | 'misdirected'
  /** Payments that the contract accepted when executed. */
  accepted: number
  /** Account whose earlier call decides, and that call; null where none is needed. */
  by: Address | null
  /** The account is a key that the contract names; else any earlier visitor. */
  isNamed: boolean
  call: TrapCall | null
  /** Account that could take the kept coins when executed; null: none was found. */
  taker: Address | null
}
