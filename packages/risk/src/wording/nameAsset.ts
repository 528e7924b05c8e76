import type { Address } from '../address.ts'
import { quote } from './quote.ts'
import { shortAddress } from './shortAddress.ts'

const TICKER = /^[A-Za-z0-9][A-Za-z0-9.₮_-]{0,11}$/

/**
 * A token's own name for itself: plain when it looks like a ticker, in quotation marks when it could be read as part of
 * the sentence, the short address when it has none.
 */
export function nameAsset(symbol: string | null, address: Address | null): string {
  if (!symbol) return address ? `the token ${shortAddress(address)}` : 'native coin'
  return TICKER.test(symbol) ? symbol : quote(symbol)
}
