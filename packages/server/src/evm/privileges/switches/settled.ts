import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import type { TradeContext } from '../../trade/tradeContext.ts'

/** Calls the pair's sync(): rebasing tokens leave a pair out of step until then; other tokens are not affected. */
export function settled({ venue, fresh }: TradeContext): Transaction[] {
  if (venue.pool.style !== 'v2') return []
  return [{ from: fresh('keeper'), to: venue.pool.address, value: 0n, data: '0xfff6cae9', gas: 300_000n }]
}
