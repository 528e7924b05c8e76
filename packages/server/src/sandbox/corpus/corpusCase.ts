import type { RiskLevel } from '@redoubt/risk/engine/riskLevel.ts'

/** Who acts. Each case has a team of its own, who deploys and leads it; the others are shared by all cases. */
export type CorpusAccount = 'team' | 'holder1' | 'holder2' | 'holder3' | 'stranger' | 'operator'

/**
 * An argument. `$` begins a name that is an address on the chain: an account, a part of the case by its name, `$self`,
 * `$pool`, `$router` (V2), `$wrapped`, `$usdc`, `$safe`.
 */
export type CorpusValue = bigint | boolean | string | readonly string[]

/** A call as data. `call` is `setFee(uint256)`, `to` defaults to `$self`, `value` is in wei. */
export type CorpusCall = {
  by: CorpusAccount
  to?: string
  call: string
  args?: readonly CorpusValue[]
  value?: bigint
}

/** What triggers a trap: a call, time that passes, or purchases by others. */
export type CorpusStep = CorpusCall | { waitSeconds: number } | { buys: number }

/**
 * How the harm shows in plain transactions. `sale` and `transfer`: holder1 fails, or loses a fifth or more. `dump`: the
 * team empties half the pool. `holding`: holder1 has a fifth less or worse. `dilution`: the supply grows tenfold.
 * `use`: the calls of `uses` no longer work.
 */
export type CorpusHarm = 'sale' | 'transfer' | 'dump' | 'holding' | 'dilution' | 'use'

/** What kind of thing quality.md and detection.md call it. */
export type CorpusFamily =
  | 'plain'
  | 'tax'
  | 'limit'
  | 'pause'
  | 'whitelist'
  | 'time'
  | 'buy-count'
  | 'proxy'
  | 'rebase'
  | 'fee-on-transfer'
  | 'siphon'
  | 'blacklist'
  | 'cooldown'
  | 'mint'
  | 'balance-write'
  | 'burn'
  | 'balance-view'
  | 'trading-switch'
  | 'ownership'
  | 'origin'
  | 'outside-code'
  | 'approval'
  | 'silent-transfer'
  | 'deposits'
  | 'selfdestruct'
  | 'collection'

/** Percent of what was sent; null where the step fails, or there is no pool to trade on. */
export type CorpusTaxes = { buy: number | null; transfer: number | null; sell: number | null }

/** One contract of the corpus: a trap, or the honest twin that looks as much like it as can be. */
export type CorpusCase = {
  /** `closed-door.trap` */
  id: string
  kind: 'trap' | 'twin'
  /** The source, tools/contracts/src/corpus/<pair>.sol, holds both. */
  pair: string
  family: CorpusFamily
  subject: 'token' | 'collection' | 'deposits'
  /** Name in the pair's artefact. */
  contract: string
  args: readonly CorpusValue[]
  /** Contracts that are deployed first, in this order; `$name` is their address afterwards. */
  parts: readonly { name: string; contract: string; args: readonly CorpusValue[] }[]
  /** Where it trades: native coin on V2 or V3, USDC on V2, or nowhere. */
  market: 'v2' | 'v3' | 'v2-usdc' | 'none'
  /** Calls after the deployment, after the liquidity, and after the three holders have bought. */
  afterDeployment: readonly CorpusCall[]
  afterLiquidity: readonly CorpusCall[]
  afterBuys: readonly CorpusCall[]
  /** When the trap springs; null for a twin. */
  springs: 'at-once' | 'by-switch' | 'a-day-later' | 'after-buys' | 'for-some-holders' | null
  /** What brings the trap out. A twin goes through the same, or what comes nearest in its own functions. */
  provoke: readonly CorpusStep[]
  harm: CorpusHarm
  /** For the harm `use`. */
  uses: readonly CorpusCall[]
  /** Taxes before the trap is triggered, for an account that is on no list; null for what is no fungible token. */
  taxes: CorpusTaxes | null
  /** What a good contract scan says. `levels` are the mildest and the worst that are right. */
  expected: {
    honeypot: boolean
    state: 'effective' | 'potential' | 'none'
    levels: readonly [RiskLevel, RiskLevel]
  }
  /** One sentence on what it does. */
  note: string
}
