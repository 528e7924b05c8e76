import type { Account } from '../facts.ts'

/** The lists an account is on, as evidence: category, name and source of each. */
export function listsOf({ labels, sanctioned }: Account): string[] {
  const lists = labels.map(({ name, category, source }) => `${category}: ${name} (${source})`)
  return sanctioned === true ? ['sanctioned: Chainalysis oracle on this chain, at the scan block', ...lists] : lists
}
