import type { Address } from '../address.ts'
import type { Log } from '../facts/execution.ts'

// What a person allows a transaction to do, and what it was measured to do. Amounts in base units.

/** An asset: a contract, or the coin of the network. */
export type AssetName = Address | 'native'

/** `tokenId` null: the token, or all items of a collection counted together. */
export type AssetBound = { asset: AssetName; tokenId: bigint | null; amount: bigint }

/** What is not listed is not allowed. */
export type IntentBounds = {
  /** Most that may leave. */
  assetsOut: readonly AssetBound[]
  /** Least that must arrive. */
  assetsIn: readonly AssetBound[]
  /** Accounts that may receive what leaves. */
  payees: readonly Address[]
  /** Most that a spender may take afterwards. `unlimited` also allows a whole collection. */
  allowances: readonly { asset: Address; spender: Address; amount: bigint | 'unlimited' }[]
  /** Most that may leave in USD, by prices that no pool sets; null: not bounded. */
  usdOut: number | null
  /** Most that the network fee may be, in wei; null: the stated fee counts with the coins that leave. */
  feeOut: bigint | null
  /** Unix seconds after which the transaction must have no effect; null: not bounded. */
  deadline: bigint | null
}

/** A change of one account's holding: positive arrives. */
export type HoldingChange = { account: Address; asset: AssetName; tokenId: bigint | null; amount: bigint }

/** A permission that a spender has afterwards, and had not before. */
export type NewAllowance = { asset: Address; spender: Address; amount: bigint | 'unlimited' }

/** Effects of one run. Null: they are not known. */
export type RunEffects = {
  /** `main`, or the name of an environment. */
  run: string
  /** The calls of a bundle up to one of them, where a later one may fail or never follow. */
  cut?: true
  changes: readonly HoldingChange[] | null
  allowances: readonly NewAllowance[] | null
}

/**
 * Events of a trade with a pool after others made the same trade, in growing amounts. `control`: after none; null where no trade of
 * others could be executed. Runs that failed are left out.
 */
export type PriceMoves = { control: Log[] | null; runs: Log[][] }
/** What an execution in all environments shows. */
export type MeasuredOutcome = {
  /** Accounts whose assets are bounded. */
  principals: readonly Address[]
  /** The main run first; runs without effect are left out. */
  runs: readonly RunEffects[]
  /** USD that leaves in the main run, fee apart; null where something that leaves has no such price. */
  usdOut: number | null
  /** The most that the stated gas and price allow, in wei; null where the transaction states no price. */
  fee: bigint | null
  /** The same in USD; null where the coin has no such price. */
  feeUsd: number | null
  /** Accounts that gain control or later rights over the principals or their contracts; null: not known. */
  control: readonly Address[] | null
  /** Whether it has an effect one second after the deadline; null: not asked, or not known. */
  effectAfterDeadline: boolean | null
  /** Why the whole cannot be told, as codes; empty: everything was executed. */
  unknown: readonly string[]
}

/** Why an outcome is not inside: it goes beyond a bound, or it cannot be told. */
export type Outside = 'exceeded' | 'unknown'

/** One bound, or one effect that no bound allows. Amounts as decimal strings. */
export type JudgedBound = {
  bound: 'assetOut' | 'assetIn' | 'payee' | 'allowance' | 'usdOut' | 'feeOut' | 'deadline' | 'control'
  asset: AssetName | null
  tokenId: bigint | null
  /** Payee, spender, or who gains control. */
  account: Address | null
  /** Null: none was given. */
  limit: string | null
  /** The worst of all runs; null where none is known. */
  measured: string | null
  /** The run that it was measured in. */
  run: string | null
  outside: Outside | null
}

export type JudgedIntent = {
  inside: boolean
  /** Null when inside. */
  outside: Outside | null
  bounds: JudgedBound[]
  /** Of the outcome as a whole. */
  unknown: readonly string[]
}
