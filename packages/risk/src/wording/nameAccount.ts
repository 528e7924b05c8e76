import type { Address } from '../address.ts'
import type { Account } from '../facts/account.ts'
import { namingLabel } from './namingLabel.ts'
import { quote } from './quote.ts'
import { shortAddress } from './shortAddress.ts'

/**
 * Returns `Uniswap V2 Router (0x7a25…488D)`, or the short address of an unlabelled account. Names given by others come after the
 * address, in quotation marks: a loaded list with its title, `0x5eb0…0001 (“Eve”, says drainers.csv)`; else the account's own ENS
 * name, `0xd8dA…6045 (“vitalik.eth”)`. Any account may take a name that sounds like a service.
 * @param write formats the address: in full beside one that looks like it.
 */
export function nameAccount(
  address: Address,
  account?: (Pick<Account, 'labels'> & Partial<Pick<Account, 'ensName'>>) | null,
  write: (address: Address) => string = shortAddress,
): string {
  const short = write(address)
  const label = namingLabel(account?.labels ?? [])
  if (label?.listed) return `${short} (${quote(label.name)}, says ${label.source})`
  if (label) return `${label.name} (${short})`
  return account?.ensName ? `${short} (${quote(account.ensName)})` : short
}
