import { trustOf } from '@redoubt/risk/accounts/trust.ts'
import type { Address } from '@redoubt/risk/address.ts'
import { flagSeverity } from '@redoubt/risk/engine/finding.ts'
import type { RiskLevel } from '@redoubt/risk/engine/riskLevel.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import type { Facts } from '@redoubt/risk/facts/facts.ts'
import type { FundingHop, WalletCounterparty } from '@redoubt/risk/facts/walletHistory.ts'
import { kindOf } from '@redoubt/risk/wallet/exposures.ts'
import { namingLabel } from '@redoubt/risk/wording/accountNames.ts'
import { getAddress } from 'viem/utils'
import { isoSeconds } from '../../../lib/isoSeconds.ts'
import { accountLabel } from '../renderChanges.ts'

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

/** One account that a wallet has to do with. */
export type AddressAssociation = {
  address: string
  /** Always text. */
  label: string
  relation: 'funded_by' | 'sent_to' | 'received_from' | 'interacted' | 'deployed' | 'approved' | 'similar_to'
  direction: 'in' | 'out' | 'both' | null
  /** Payments and calls. */
  count: number
  /** ISO 8601. */
  firstSeen: string | null
  lastSeen: string | null
  /** Null: it was not judged, and no list accuses it. */
  riskLevel: RiskLevel | null
}

/** Renders the accounts that a wallet is associated with, closest first: imitated addresses, funders, counterparties, its creations. */
export function renderAcquaintances(facts: Partial<Facts>): AddressAssociation[] {
  const {
    lookalikes = [],
    fundingChain = [],
    walletCounterparties = [],
    flaggedDeployments = [],
    walletApprovals = [],
  } = facts
  const dealings = new Map(walletCounterparties.map((one) => [one.address, one]))
  const plain = (address: Address, account: Parties | null) => ({
    address: getAddress(address),
    label: accountLabel(account),
    riskLevel: riskOf(account),
  })
  const spenders = [...new Map(walletApprovals.map((one) => [one.spender, one.spenderAccount])).entries()]
  return [
    ...lookalikes.map(({ similarTo, label, bait }) => ({
      ...plain(similarTo, label === null ? null : { labels: [label], sanctioned: null }),
      relation: 'similar_to' as const,
      direction: null,
      count: bait.length,
      firstSeen: null,
      lastSeen: null,
    })),
    ...fundingChain.filter(({ hop }) => hop === 1).map((hop) => funder(hop, dealings.get(hop.address), plain)),
    ...flaggedDeployments.map(({ address, labels }) => ({
      ...plain(address, { labels, sanctioned: null }),
      relation: 'deployed' as const,
      direction: null,
      count: 1,
      firstSeen: null,
      lastSeen: null,
    })),
    ...walletCounterparties.map((one) => ({
      ...plain(one.address, one.account),
      ...relationOf(one),
      count: one.sent + one.received + one.calls,
      firstSeen: isoSeconds(one.firstSeen),
      lastSeen: isoSeconds(one.lastSeen),
    })),
    ...spenders
      .filter(([spender]) => !dealings.has(spender))
      .map(([spender, account]) => ({
        ...plain(spender, account),
        relation: 'approved' as const,
        direction: null,
        count: 1,
        firstSeen: null,
        lastSeen: null,
      })),
  ].slice(0, MAX)
}

type Parties = Pick<Account, 'labels' | 'sanctioned'> & Partial<Pick<Account, 'class'>>

function funder(
  { address, account }: FundingHop,
  dealing: WalletCounterparty | undefined,
  plain: (address: Address, account: Parties) => Pick<AddressAssociation, 'address' | 'label' | 'riskLevel'>,
): AddressAssociation {
  return {
    ...plain(address, account),
    relation: 'funded_by',
    direction: 'in',
    count: dealing?.received ?? 1,
    firstSeen: isoSeconds(dealing?.firstSeen ?? null),
    lastSeen: isoSeconds(dealing?.lastSeen ?? null),
  }
}

function relationOf({ sent, received }: WalletCounterparty): Pick<AddressAssociation, 'relation' | 'direction'> {
  if (sent > 0) return { relation: 'sent_to', direction: received > 0 ? 'both' : 'out' }
  return received > 0 ? { relation: 'received_from', direction: 'in' } : { relation: 'interacted', direction: 'out' }
}

/** Risk by the lists that accuse it; null: none does, and what it is otherwise its judgement says. */
function riskOf(account: Parties | null): RiskLevel | null {
  const kind = account === null ? null : kindOf(account)
  if (account === null || kind === null) return null
  if (kind === 'mixer') return 'medium'
  return flagSeverity(account) === 'critical' ? 'critical' : 'high'
}
