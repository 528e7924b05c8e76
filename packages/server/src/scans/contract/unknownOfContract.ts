import type { FactName, Facts } from '../../risk/facts.ts'
import type { GatheredFacts } from '../../risk/gatherFacts.ts'

/** Members of the answer that a fact decides: unknown with it. A fact that none shows goes by its own name. */
const MEMBERS_OF: Partial<Record<FactName, readonly string[]>> = {
  block: ['blockNumber'],
  subject: ['contractDetails'],
  token: ['symbol', 'tokenSecurity'],
  trade: ['isHoneypot', 'trade', 'buyTax', 'sellTax', 'transferTax'],
  switches: ['ownerSwitches'],
  capabilities: ['capabilities', 'isMintable', 'canBlacklist', 'canPause', 'hiddenOwner'],
  powersBudget: ['capabilities'],
  privileged: ['privileged', 'ownershipRenounced'],
  provenance: ['verified', 'createdAt', 'creator'],
}
/** Members of `tokenSecurity`, and what only tokens have: not worth a word where there is none. */
const OF_TOKENS: readonly string[] = [
  'isHoneypot',
  'trade',
  'buyTax',
  'sellTax',
  'transferTax',
  'isMintable',
  'canBlacklist',
  'canPause',
  'ownershipRenounced',
  'hiddenOwner',
  'distribution',
  'ownerSwitches',
  'totalSupply',
  'imitates',
]

/**
 * `data.unknown`: what could not be learned, in whole or in part, was switched off, or turned out to be null though the question
 * arises. So a `false` of a documented boolean is an answer only when its name is not here. Sorted, each once.
 */
export function unknownOfContract({ facts, missing, incomplete }: GatheredFacts): string[] {
  const absent = [...Object.keys(missing), ...Object.keys(incomplete)] as FactName[]
  const names = new Set([...absent.flatMap((name) => membersOf(name, facts)), ...nullMembers(facts)])
  const noToken = facts.token === null || (facts.token !== undefined && facts.token.standard !== 'erc20')
  if (noToken) for (const name of OF_TOKENS) names.delete(name)
  return [...names].sort()
}

/** A sale that was shown is an answer, whatever else was cut off. */
function membersOf(name: FactName, { trade }: Partial<Facts>): readonly string[] {
  if (name === 'trade' && trade?.runs.some(({ scenario, sellTax }) => scenario !== 'holder' && sellTax !== null))
    return ['trade']
  return MEMBERS_OF[name] ?? [name]
}

function nullMembers({ subject, token, trade, provenance }: Partial<Facts>): string[] {
  const names: string[] = []
  if (token?.standard === 'erc20' && trade === null)
    names.push(...(MEMBERS_OF.trade ?? []), ...(MEMBERS_OF.switches ?? []))
  if (trade) {
    const reached = (tax: 'buyTax' | 'sellTax' | 'transferTax') =>
      trade.runs.some((run) => run.scenario !== 'holder' && run[tax] !== null)
    names.push(...(['buyTax', 'sellTax', 'transferTax'] as const).filter((tax) => !reached(tax)))
  }
  if (subject?.class === 'contract' && provenance) {
    if (provenance.verified === null) names.push('verified')
    if (provenance.createdAt === null) names.push('createdAt')
    if (provenance.creator === null) names.push('creator')
  }
  return names
}
