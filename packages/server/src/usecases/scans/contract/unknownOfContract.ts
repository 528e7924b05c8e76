import type { FactName } from '@redoubt/risk/facts.ts'
import type { GatheredFacts } from '@redoubt/risk/gatherFacts.ts'

/** Members of the answer that show a fact which has no null of its own: lists, sections. A fact that none shows goes by its own name. */
const MEMBERS_OF: Partial<Record<FactName, readonly string[]>> = {
  block: ['blockNumber'],
  subject: ['contractDetails'],
  token: ['symbol', 'standard', 'tokenSecurity'],
  switches: ['ownerSwitches'],
  privilegesBudget: ['capabilities'],
  provenance: ['verified', 'createdAt', 'creator'],
}
/** What only ERC-20 tokens have: not worth a word where there is none. */
const OF_TOKENS: readonly string[] = ['trade', 'distribution', 'ownerSwitches', 'totalSupply', 'imitates']

/**
 * `data.unknown`: what could not be learned, in whole or in part, was switched off, or turned out to be null though the question
 * arises. Every null of the documented members is here by name. Sorted, each once.
 */
export function unknownOfContract(
  { facts, missing, incomplete }: GatheredFacts,
  shown: {
    isHoneypot: unknown
    tokenSecurity: object | null
    contractDetails: { verified: unknown; createdAt: unknown; creator: unknown }
  },
): string[] {
  const absent = [...Object.keys(missing), ...Object.keys(incomplete)] as FactName[]
  const names = new Set(absent.flatMap((name) => MEMBERS_OF[name] ?? [name]))
  const isToken = facts.token?.standard === 'erc20'
  // No pool was found and none could be made: what trading would show is not known either.
  if (isToken && facts.trade === null) for (const name of ['trade', 'ownerSwitches']) names.add(name)
  if (facts.token !== undefined && !isToken) for (const name of OF_TOKENS) names.delete(name)
  for (const name of nullsOf({ isHoneypot: shown.isHoneypot, ...shown.tokenSecurity })) names.add(name)
  if (facts.subject?.class === 'contract') {
    const { verified, createdAt, creator } = shown.contractDetails
    for (const name of nullsOf({ verified, createdAt, creator })) names.add(name)
  }
  return [...names].sort()
}

function nullsOf(members: object): string[] {
  return Object.entries(members).flatMap(([name, value]) => (value === null ? [name] : []))
}
