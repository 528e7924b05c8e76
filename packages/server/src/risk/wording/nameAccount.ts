import type { Account, Address } from '../facts.ts'
import { shortAddress } from './shortAddress.ts'

/** `Uniswap V2 Router (0x7a25…488D)`, or the short address of an account nobody labelled. */
export function nameAccount(address: Address, account?: Pick<Account, 'labels'> | null): string {
  const label = account?.labels[0]?.name
  return label ? `${label} (${shortAddress(address)})` : shortAddress(address)
}
