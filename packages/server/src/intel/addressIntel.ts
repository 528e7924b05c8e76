import type { Address } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { Label } from '@redoubt/risk/facts/account.ts'
import { sanctionLists } from './builtInLabels.ts'
import type { ListIndex } from './lookup/listIndex.ts'
import { isAccusation, type ListedEntry, type ListLabel, type Override } from './ports.ts'
import type { StaticList } from './staticList.ts'

/** What a list's word on an address is called. Sanctions are kept apart, and being trusted by a list is no label. */
const CATEGORY: Readonly<Record<ListLabel, Label['category'] | null>> = {
  exchange: 'exchange',
  defi_protocol: 'defi_protocol',
  whale: 'whale',
  smart_money: 'smart_money',
  mev_bot: 'mev_bot',
  hacker: 'hacker',
  scammer: 'scammer',
  mixer: 'mixer',
  bridge: 'bridge',
  multisig: 'multisig',
  dao_treasury: 'dao_treasury',
  nft_marketplace: 'nft_marketplace',
  token: 'token',
  // What sites are accused of, an address is a scammer for.
  phishing: 'scammer',
  malware: 'scammer',
  scam: 'scammer',
  sanctioned: null,
  trusted: null,
}

/** What everything but the chain says of an address. */
export type AddressWord = {
  /** Accusations first; then what the built-in sources say, then other lists. */
  labels: Label[]
  /** Sanctions lists that have it, and the operator who denies it as sanctioned, each with since when. */
  sanctionedBy: string[]
  /**
   * True when `sanctionedBy` can be relied on to be whole: a sanctions list is loaded, and none is older than 48 hours.
   * Otherwise an address on none of them is unknown, not clear.
   */
  sanctionsKnown: boolean
  /** Lists are imported, and not all of them are fresh. */
  sanctionsStale?: true
  /** The operator's allowance, and the day (YYYY-MM-DD) since which it holds. */
  allowed?: { note: string | null; since: string }
}

/** Asks everything that is known without the network. @throws when the lists were never loaded. */
export type AddressIntel = (chain: Chain, address: Address) => Promise<AddressWord>

/**
 * One answer from the built-in labels, the lists that operators loaded, lists given with the environment (the sandbox's),
 * and the operator's own word. `allow` silences what lists say of an address, never a sanctions list; `deny` speaks first.
 */
export function createAddressIntel({
  lists,
  builtIn,
  given = [],
  now = Date.now,
}: {
  lists: Pick<ListIndex, 'findAddress' | 'override' | 'state'>
  builtIn: (chain: Chain, address: Address) => readonly Label[]
  given?: readonly StaticList[]
  now?: () => number
}): AddressIntel {
  return async (chain, address) => {
    const [listed, override, { sources }] = await Promise.all([
      lists.findAddress(chain, address),
      lists.override({ kind: 'address', value: address.toLowerCase() }, chain),
      lists.state(),
    ])
    // What comes with an environment is as fresh as the environment.
    const known = [...sources, ...given.map(({ source }) => ({ ...source, refreshedAt: now() }))]
    const entries = [...given.flatMap((list) => list.find(chain, address)), ...listed]
    const said = entries
      .filter(({ label }) => label !== 'sanctioned' && override?.verdict !== 'allow')
      .flatMap((entry) => labelOfEntry(entry, sourceOf(entry, known)))
    const denied = override?.verdict === 'deny' ? denial(override) : { labels: [], sanctionedBy: [] }
    const sanctions = sanctionLists(known, chain, now())
    const accuses = ({ category }: Label) => ACCUSING.has(category)
    return {
      labels: [
        ...denied.labels,
        ...said.filter(accuses),
        ...builtIn(chain, address),
        ...said.filter((label) => !accuses(label)),
      ],
      sanctionedBy: [
        ...denied.sanctionedBy,
        ...entries
          .filter(({ label }) => label === 'sanctioned')
          .map((entry) => sanctionWord(entry, sourceOf(entry, known))),
      ],
      sanctionsKnown: sanctions.known,
      ...(sanctions.stale && { sanctionsStale: true as const }),
      ...(override?.verdict === 'allow' && { allowed: allowance(override) }),
    }
  }
}

const ACCUSING: ReadonlySet<Label['category']> = new Set(['scammer', 'hacker', 'mixer'])
const OPERATOR = { title: "operator's own list", confidence: 'high' } as const

/** A denial never vouches for an address, whatever an earlier version let it say. */
function denial({ label, note, createdAt }: Override): { labels: Label[]; sanctionedBy: string[] } {
  const name = note === '' ? 'Denied by the operator' : note
  if (label === 'sanctioned') {
    const entry = { name, firstSeen: createdAt, sourceId: '' }
    return { labels: [], sanctionedBy: [sanctionWord(entry, OPERATOR)] }
  }
  const labels = labelOfEntry({ label: isAccusation(label) ? label : 'scammer', name }, OPERATOR)
  return { labels, sanctionedBy: [] }
}

function allowance({ note, createdAt }: Override): NonNullable<AddressWord['allowed']> {
  return { note: note === '' ? null : note, since: new Date(createdAt).toISOString().slice(0, 10) }
}

type Titled = { id: string; title: string; confidence: Label['confidence'] }

function sourceOf({ sourceId }: ListedEntry, known: readonly Titled[]): Titled | undefined {
  return known.find(({ id }) => id === sourceId)
}

function sanctionWord(
  { name, firstSeen, sourceId }: Pick<ListedEntry, 'name' | 'firstSeen' | 'sourceId'>,
  source: Pick<Titled, 'title'> | undefined,
): string {
  const since = new Date(firstSeen).toISOString().slice(0, 10)
  return `${source?.title ?? sourceId}${name === null ? '' : `: ${name}`} (seen here since ${since})`
}

/**
 * The label an entry stands for, none when it is none. The list's id names it when its title is gone; an entry without a name
 * is called what it is.
 */
function labelOfEntry(
  {
    label,
    name,
    sourceId,
    firstSeen,
  }: Pick<ListedEntry, 'label' | 'name'> & Partial<Pick<ListedEntry, 'sourceId' | 'firstSeen'>>,
  source: { title: string; confidence: Label['confidence'] } | undefined,
): Label[] {
  const category = CATEGORY[label]
  if (category === null) return []
  return [
    {
      name: name ?? label.replace('_', ' '),
      category,
      source: source?.title ?? sourceId ?? 'unknown list',
      confidence: source?.confidence ?? 'low',
      listed: { since: firstSeen === undefined ? null : new Date(firstSeen).toISOString().slice(0, 10) },
    },
  ]
}
