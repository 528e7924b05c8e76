import type { GatheredFacts } from '@redoubt/risk/engine/gatherFacts.ts'
import type { Label } from '@redoubt/risk/facts/account.ts'
import type { FactName, Facts } from '@redoubt/risk/facts/facts.ts'

/** Members of a wallet's answer that show a fact. Others go by the name of the fact. */
const MEMBERS: Partial<Record<FactName, readonly string[]>> = {
  block: ['blockNumber'],
  history: ['profile', 'transactions'],
  walletActivity: ['profile'],
  walletCounterparties: ['associations', 'counterparties'],
  neighbours: ['exposures'],
  exposures: ['associations', 'exposures'],
  flaggedDeployments: ['associations'],
  fundingChain: ['fundingChain', 'associations'],
  walletApprovals: ['approvals'],
  walletExtensions: ['walletContract'],
  activityLabels: ['labels'],
  holdings: ['labels'],
  walletPrices: ['exposures'],
  poisonings: ['riskFactors'],
}

/**
 * `data.unknown`: members that are null, or short, because something could not be learned, and facts that no member shows. Each
 * once, sorted.
 */
export function unknownOfWallet({ facts, missing, incomplete }: GatheredFacts): string[] {
  const names = new Set<string>()
  for (const name of [...Object.keys(missing), ...Object.keys(incomplete)] as FactName[])
    for (const member of MEMBERS[name] ?? [name]) names.add(member)
  const { history, walletActivity, subject } = facts
  if (history !== undefined) {
    if (history.firstSeen === null && (history.sentCount > 0 || !history.complete.firstSeen))
      for (const member of ['profile.age', 'profile.firstSeen']) names.add(member)
    if (history.lastSeen === null && history.sentCount > 0) names.add('profile.lastSeen')
  }
  if (walletActivity === undefined && history === undefined) names.add('profile')
  if (subject?.sanctioned === null) names.add('sanctions')
  if (subject?.frozenBy === null) names.add('frozen')
  return [...names].sort()
}

/** The contract's words, in its order. */
export const WALLET_LABELS = [
  'exchange',
  'defi_protocol',
  'whale',
  'smart_money',
  'mev_bot',
  'hacker',
  'scammer',
  'mixer',
  'bridge',
  'multisig',
  'dao_treasury',
] as const

export type WalletLabel = (typeof WALLET_LABELS)[number]

/** What lists, the chain and its own doings call an account, each word once; words of ours that the contract has not are left out. */
export function walletLabels({ subject, activityLabels = [] }: Partial<Facts>): WalletLabel[] {
  const said = new Set<Label['category']>([
    ...(subject?.labels ?? []).map(({ category }) => category),
    ...activityLabels.map(({ label }) => label),
  ])
  return WALLET_LABELS.filter((label) => said.has(label))
}
