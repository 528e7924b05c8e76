import type { Address } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import type { AddressIntel } from './addressIntel.ts'

/** What lists say of an account of one network, without asking the network. */
export function saidBy(intel: AddressIntel, chain: Chain) {
  return async (address: Address): Promise<Pick<Account, 'labels' | 'sanctioned'>> => {
    const { labels, sanctionedBy, sanctionsKnown } = await intel(chain, address)
    return { labels, sanctioned: sanctionedBy.length > 0 ? true : sanctionsKnown ? false : null }
  }
}
