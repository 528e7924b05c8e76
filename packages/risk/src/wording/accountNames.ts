import { getAddress } from 'viem/utils'
import { trustOf } from '../accounts/trust.ts'
import type { Address } from '../address.ts'
import { isAccusing } from '../engine/finding.ts'
import type { Account, Label } from '../facts/account.ts'

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

/** Returns `0x57A2…0000, an unknown contract,`; a Safe is named by its kind, though its owner is unknown. */
export function nameUnknownContract(account: Account): string {
  const what = trustOf(account) === 'wallet' ? 'an unknown person’s wallet' : 'an unknown contract'
  return `${nameAccount(account.address, account)}, ${what},`
}

/**
 * Returns the label whose name an account is shown by: the first that accuses, or that has a trusted source. Any user can submit
 * "Uniswap vault" as the name of a trap.
 */
export function namingLabel(labels: readonly Label[]): Label | undefined {
  return labels.find((label) => label.confidence !== 'low' || isAccusing(label) || label.category === 'mixer')
}

/** `0x1f98…F984`: EIP-55 ends of an address, enough to recognise it, too little to verify it. */
export function shortAddress(address: Address): string {
  const checksummed = getAddress(address)
  return `${checksummed.slice(0, 6)}…${checksummed.slice(-4)}`
}

/** Returns the whole address in EIP-55: `0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984`. The ends alone do not tell a lookalike apart. */
export function fullAddress(address: Address): string {
  return getAddress(address)
}

/** Quotes untrusted words in a sentence of ours: `“words”`, which cannot end the quotation themselves. */
export function quote(words: string): string {
  return `“${words.replaceAll(/[“”"]/g, '')}”`
}
