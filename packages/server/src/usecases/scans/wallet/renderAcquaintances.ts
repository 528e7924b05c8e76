import type { Address } from '@redoubt/risk/address.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import type { FundingHop, WalletCounterparty } from '@redoubt/risk/facts/walletHistory.ts'
import type { Facts } from '@redoubt/risk/facts.ts'
import { flagSeverity } from '@redoubt/risk/flagSeverity.ts'
import type { RiskLevel } from '@redoubt/risk/riskLevel.ts'
import { kindOf } from '@redoubt/risk/wallet/exposuresOf.ts'
import { getAddress } from 'viem/utils'
import { shownLabel } from '../renderChanges.ts'

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
  riskLevel: RiskLevel
}

const MAX = 50

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
    label: shownLabel(account),
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
      firstSeen: dateOf(one.firstSeen),
      lastSeen: dateOf(one.lastSeen),
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
    firstSeen: dateOf(dealing?.firstSeen ?? null),
    lastSeen: dateOf(dealing?.lastSeen ?? null),
  }
}

function relationOf({ sent, received }: WalletCounterparty): Pick<AddressAssociation, 'relation' | 'direction'> {
  if (sent > 0) return { relation: 'sent_to', direction: received > 0 ? 'both' : 'out' }
  return received > 0 ? { relation: 'received_from', direction: 'in' } : { relation: 'interacted', direction: 'out' }
}

/** Risk by the lists that name it. An account that no list names is low, not safe. */
function riskOf(account: Parties | null): RiskLevel {
  if (account === null) return 'low'
  const kind = kindOf(account)
  if (kind === null) return account.labels.some(({ confidence }) => confidence !== 'low') ? 'safe' : 'low'
  if (kind === 'mixer') return 'high'
  return flagSeverity(account) === 'critical' ? 'critical' : 'high'
}

function dateOf(seconds: number | null): string | null {
  return seconds === null ? null : new Date(seconds * 1_000).toISOString()
}
