import type { Account, Address } from '../facts.ts'
import { shortAddress } from './shortAddress.ts'

/**
 * `Uniswap V2 Router (0x7a25…488D)`, or the short address of an account nobody labelled; then with the ENS name that it gives
 * itself in quotation marks, `0xd8dA…6045 (“vitalik.eth”)`: anybody may take a name that sounds like a service.
 */
export function nameAccount(
  address: Address,
  account?: (Pick<Account, 'labels'> & Partial<Pick<Account, 'ensName'>>) | null,
): string {
  const label = account?.labels[0]?.name
  if (label) return `${label} (${shortAddress(address)})`
  return account?.ensName ? `${shortAddress(address)} (“${account.ensName}”)` : shortAddress(address)
}
