import type { Address } from '../address.ts'
import { nameAsset } from './nameAsset.ts'
import { shortAddress } from './shortAddress.ts'

/** `your USDC`, or `your tokens of 0xC02a…6Cc2` when the token has no name. */
export function yourAsset(symbol: string | null, address: Address): string {
  return symbol ? `your ${nameAsset(symbol, address)}` : `your tokens of ${shortAddress(address)}`
}
