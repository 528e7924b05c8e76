import type { Address } from '@redoubt/risk/address.ts'
import { pocketOf } from './pockets.ts'
import type { TradeContext } from './tradeContext.ts'

const COIN = 10n ** 18n
/** Beyond which a wallet is rich, and below which it is poor. */
const RICH = 5n * COIN
const POOR = COIN / 5n
const MAX_TRIED = 64

/** Returns a new account that is poor where the ordinary buyer is rich, and the reverse: a token may let only one of them sell. */
export function otherBuyer({ fresh }: Pick<TradeContext, 'fresh'>): Address {
  const isRich = pocketOf(fresh('buyer')) >= COIN
  const names = Array.from({ length: MAX_TRIED }, (_, index) => fresh(`other buyer ${index}`))
  const other = names.find((account) => (isRich ? pocketOf(account) < POOR : pocketOf(account) > RICH))
  return other ?? fresh('other buyer')
}
