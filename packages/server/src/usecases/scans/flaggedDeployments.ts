import type { Address } from '@redoubt/risk/address.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import type { FlaggedDeployment } from '@redoubt/risk/facts/walletFacts.ts'
import { kindOf } from '@redoubt/risk/wallet/exposures.ts'
import { createdAddresses } from '@redoubt/risk/wallet/pullsOf.ts'

/**
 * Finds contracts of a deployer that lists accuse, at the addresses of its nonces. Code must be there: a label can be given to an address
 * where nothing was deployed. Only the accused are read.
 */
export async function flaggedDeployments(
  { address, nonce }: Pick<Account, 'address' | 'nonce'>,
  {
    said,
    account,
  }: {
    said(of: Address): Promise<Pick<Account, 'labels'>>
    account(of: Address): Promise<Pick<Account, 'codeSize'>>
  },
): Promise<FlaggedDeployment[]> {
  const places = createdAddresses(address, Number(nonce))
  const told = await Promise.all(
    places.map(async (place) => ({ ...place, labels: (await said(place.address)).labels })),
  )
  const accused = told.filter(({ labels }) => kindOf({ labels, sanctioned: null }) === 'flagged')
  const read = await Promise.all(accused.map(async (one) => ({ one, ...(await account(one.address)) })))
  return read.flatMap(({ one, codeSize }) => (codeSize > 0 ? [one] : []))
}
