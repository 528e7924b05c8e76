import type { SchemaNode } from './schemaNode.ts'

const MAX_LISTED = 10

/** What other services and libraries call a member, in lower case and letters only. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  data: ['calldata', 'payload', 'txdata', 'bytecode'],
  callData: ['data', 'payload'],
  from: ['account', 'sender', 'wallet', 'address'],
  to: ['recipient', 'target', 'contract', 'destination'],
  value: ['amount'],
  address: ['wallet', 'contract', 'account', 'owner', 'signer', 'token', 'from'],
  chain: ['network', 'blockchain', 'chainname', 'chainid'],
  url: ['uri', 'link', 'website', 'site', 'domain', 'endpoint', 'webhookurl', 'callbackurl'],
  events: ['eventtypes', 'types'],
  entities: ['addresses', 'wallets', 'contracts', 'urls', 'items'],
  entity: ['address', 'url', 'hash'],
  deadlineMs: ['timeout', 'timeoutms', 'deadline'],
  message: ['text'],
}

/**
 * Ends a complaint about an unknown member: the nearest known one, else what is known there.
 * @example suggestMember('chain_id', { chainId: {} }) // 'did you mean chainId?'
 */
export function suggestMember(name: string, known: Readonly<Record<string, SchemaNode>>): string {
  const near = nearest(name, known)
  if (near !== undefined) return `did you mean ${near}?`
  const names = Object.keys(known).filter((one) => !known[one]?.['x-no-effect'])
  if (names.length === 0) return 'none is known here'
  const more = names.length - MAX_LISTED
  return `known here: ${names.slice(0, MAX_LISTED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

function nearest(name: string, known: Readonly<Record<string, SchemaNode>>): string | undefined {
  const given = folded(name)
  const names = Object.keys(known)
  const inside = names.flatMap((outer) =>
    Object.keys(known[outer]?.properties ?? {}).map((inner) => ({ inner, path: `${outer}.${inner}` })),
  )
  return (
    names.find((one) => folded(one) === given) ??
    names.find((one) => ALIASES[one]?.includes(given)) ??
    inside.find(({ inner }) => folded(inner) === given)?.path ??
    names
      .map((one) => ({ one, distance: editDistance(given, folded(one)) }))
      .filter(({ one, distance }) => distance <= Math.min(3, Math.floor(Math.max(one.length, given.length) / 3)))
      .sort((a, b) => a.distance - b.distance)[0]?.one
  )
}

/** Letters and digits in lower case: `chain_id`, `chain[]` and `ChainId` are spellings of the same name. */
function folded(name: string): string {
  return name
    .slice(0, 40)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
}

/** The fewest insertions, deletions, replacements and swaps of neighbours that make one of the other. */
function editDistance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, index) => index)]
  const at = (i: number, j: number) => rows[i]?.[j] ?? 0
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    rows.push(row)
    for (let j = 1; j <= b.length; j++) {
      const replaced = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? at(i - 2, j - 2) + 1 : replaced
      row.push(Math.min(replaced, swapped, at(i - 1, j) + 1, at(i, j - 1) + 1))
    }
  }
  return at(a.length, b.length)
}
