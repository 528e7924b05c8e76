import type { Account } from '../facts.ts'

/** The lists an account is on, as evidence: category, name and source of each. */
export function listsOf({ labels, sanctionedBy }: Account): string[] {
  const lists = labels.map(({ name, category, source }) => `${category}: ${name} (${source})`)
  return [...sanctionedBy.map((list) => `sanctioned: ${list}`), ...lists]
}
