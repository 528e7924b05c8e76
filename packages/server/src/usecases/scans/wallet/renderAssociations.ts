import type { Facts } from '@redoubt/risk/facts.ts'
import { trustOf } from '@redoubt/risk/trust.ts'
import { kindOf } from '@redoubt/risk/wallet/exposuresOf.ts'
import { namingLabel } from '@redoubt/risk/wording/namingLabel.ts'
import { getAddress } from 'viem/utils'

/** Counterparties of a wallet, as the contract has them. */
export type RenderedAssociations = {
  /** Names of the services that it dealt with or was funded by, the most important first. */
  knownEntities: string[]
  /** Accused, sanctioned and mixing parties that it dealt with directly, was funded by, or created. */
  flaggedAddresses: string[]
  /** EIP-55. Who funded it, and who funded those: the nearest first. */
  fundingSources: string[]
}

const MAX = 50

/** Lists of a wallet's answer. What could not be learned is not in them: the answer's `unknown` says so. */
export function renderAssociations({
  walletCounterparties = [],
  exposures = [],
  fundingChain = [],
  flaggedDeployments = [],
}: Partial<Facts>): RenderedAssociations {
  const accounts = [...fundingChain, ...walletCounterparties].flatMap(({ account }) => account ?? [])
  const names = accounts.flatMap((account) => {
    const label = trustOf(account) === 'known' ? namingLabel(account.labels) : undefined
    return label === undefined ? [] : [label.name]
  })
  const flagged = [
    ...exposures.filter(({ hops }) => hops === 1).map(({ address }) => address),
    ...fundingChain.filter(({ account }) => kindOf(account) !== null).map(({ address }) => address),
    ...flaggedDeployments.map(({ address }) => address),
  ]
  const some = (all: readonly string[]) => [...new Set(all)].slice(0, MAX)
  return {
    knownEntities: some(names),
    flaggedAddresses: some(flagged.map((address) => getAddress(address))),
    fundingSources: some(fundingChain.map(({ address }) => getAddress(address))),
  }
}
