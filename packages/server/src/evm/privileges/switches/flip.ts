import type { OwnerSwitch } from '@redoubt/risk/facts/privileges.ts'
import type { TradeResult } from '../../trade/readTrade.ts'
import type { TradePlan } from '../../trade/tradeContext.ts'
import type { AcceptedCall } from '../calls/tried.ts'
import type { Taxes } from './judgeSwitch.ts'

/** Calls with a known effect on trading. `switched` is null for those that change nothing. */
export type SwitchTest = { calls: readonly AcceptedCall[]; switched: OwnerSwitch | null; before: Taxes; after: Taxes }

/** Trading without any added call. */
export type BaselineTrade = {
  taxes: Taxes
  held: bigint | null
  /** The trade itself. */
  result: TradeResult
  taken: number
  wait: NonNullable<TradePlan['wait']>
}
