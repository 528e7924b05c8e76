import type { FactName } from '@redoubt/risk/facts.ts'
import type { GatheredFacts } from '@redoubt/risk/gatherFacts.ts'

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
