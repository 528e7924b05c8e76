import { CHAIN_IDS, CHAINS, type Chain } from '@redoubt/risk/chain.ts'
import { cleanText, visibleText } from '../../lib/cleanText.ts'
import { canonicalKey } from '../canonicalKey.ts'
import { type EntryKey, type IntelEntry, isAccusation, type ListLabel } from '../ports.ts'
import { isShared, isSharedHost } from '../sharedHosts.ts'
import { ImportError } from './importError.ts'
import { isReserved, isWellKnown, labelOfText, labelsWithin } from './labels.ts'
import { LIMITS } from './limits.ts'

/** Why something in a list is no entry. The last three are no sign of a wrong format. */
export type RefusalReason =
  | 'not-an-entry'
  | 'malformed'
  | 'line-too-long'
  | 'conditional-rule'
  | 'shared-host'
  | 'well-known'
  | 'other-network'
export type Refusal = { reason: RefusalReason; count: number; example: string }

/** What a list says of one value beyond its own label, within `labelsWithin`. `name` and `words` are as the list has them: any type, any length. */
export type ListedDetails = { chain?: Chain; name?: unknown; words?: unknown }

/** What importers fill. */
export type Collection = {
  /** One value as the list has it; refused and counted when it is no entry. */
  add(value: unknown, said?: ListedDetails): void
  refuse(reason: RefusalReason, example: unknown): void
  /** Names what the list has where nothing was looked for, for the message when nothing is found. */
  saw(member: string): void
  /** Distinct by kind, value, network and label; of equal ones the first that has a name. */
  entries(): Generator<IntelEntry>
  readonly size: number
  /** Values that were entries, repeated ones too. */
  readonly accepted: number
  refused(): Refusal[]
  seen(): string[]
}

/**
 * A page that only its query tells (`https://honest.example/?s=spam`) must not list the host, and neither must a rule for
 * parts of pages (`example.org##.ad`).
 */
const WIDENED = /\?[^?#]|^[^/:]*#/
const CAIP = /^eip155:(\d{1,20}):/i
/** Base58 (Bitcoin, Tron, Solana, Polkadot) and bech32 (Bitcoin, Cosmos, Cardano): real addresses, of networks not served here. */
const FOREIGN = /^(?:[1-9A-HJ-NP-Za-km-z]{25,64}|[a-z]{2,12}1[02-9ac-hj-np-z]{20,110})$/
/** A segment that alone names one page: file and form ids of Google, CIDs. */
const IDENTIFIER = /\/[A-Za-z0-9_-]{20,}/
const QUERY = /[?#]/
const SHOWN = 80
const MAX_SEEN = 8

/** @param list.chain addresses are of this network only; null: of all. */
export function collectEntries(list: { label: ListLabel; chain: Chain | null }): Collection {
  // By label, kind and network, so that a million entries need no second string each.
  const groups = new Map<string, Map<string, string | null>>()
  const refused = new Map<RefusalReason, Refusal>()
  const seen = new Set<string>()
  const allowed = labelsWithin(list.label)
  let size = 0
  let accepted = 0
  let textBytes = 0

  const refuse: Collection['refuse'] = (reason, example) => {
    const known = refused.get(reason)
    if (known) known.count++
    else refused.set(reason, { reason, count: 1, example: shown(example) })
  }
  const mayNot = ({ kind, value }: EntryKey, chain: Chain | null, label: ListLabel) =>
    kind === 'address' &&
    (isReserved(value) || (isAccusation(label) && label !== 'sanctioned' && isWellKnown(chain, value)))
  const keep = (key: EntryKey, chain: Chain | null, label: ListLabel, name: string | null) => {
    const id = `${key.kind}/${chain ?? ''}/${label}`
    const group = groups.get(id) ?? new Map<string, string | null>()
    if (group.size === 0) groups.set(id, group)
    const known = group.get(key.value)
    if (known === undefined) {
      if (size === LIMITS.entries) {
        throw new ImportError(`The list has over ${LIMITS.entries} entries; take a shorter one, or split it.`)
      }
      size++
    } else if (known !== null || name === null) return
    textBytes += (known === undefined ? key.value.length : 0) + 2 * (name?.length ?? 0)
    if (textBytes > LIMITS.textBytes) {
      throw new ImportError(`The list's ${size} entries are too long to keep: over ${LIMITS.textBytes} bytes together.`)
    }
    group.set(known === undefined ? detached(key) : key.value, name)
  }

  return {
    refuse,
    saw: (member) => {
      if (seen.size < MAX_SEEN) seen.add(shown(member))
    },
    add: (value, said = {}) => {
      if (typeof value !== 'string') return refuse('not-an-entry', value)
      const key = canonicalKey(value)
      if (key?.kind === 'host' && WIDENED.test(value)) return refuse('not-an-entry', value)
      if (key === null) return refuse(FOREIGN.test(value.trim()) ? 'other-network' : 'not-an-entry', value)
      if (isShared(key) || losesItsPage(key, value)) return refuse('shared-host', value)
      let chain = key.kind === 'address' ? (said.chain ?? list.chain) : null
      const network = key.kind === 'address' ? CAIP.exec(value.trim())?.[1] : undefined
      if (network !== undefined) {
        const named = CHAINS.find((candidate) => String(CHAIN_IDS[candidate]) === network)
        if (named === undefined || (chain !== null && chain !== named)) return refuse('other-network', value)
        chain = named
      }
      const label = labelOfText(said.words, allowed) ?? list.label
      if (mayNot(key, chain, label)) return refuse('well-known', value)
      const name = typeof said.name === 'string' ? visibleText(said.name, LIMITS.nameLength) : ''
      accepted++
      keep(key, chain, label, name === '' ? null : name)
    },
    *entries() {
      for (const [id, group] of groups) {
        const [kind, chain, label] = id.split('/') as [EntryKey['kind'], Chain | '', ListLabel]
        for (const [value, name] of group) yield { kind, value, chain: chain === '' ? null : chain, label, name }
      }
    },
    get size() {
      return size
    },
    get accepted() {
      return accepted
    },
    refused: () => [...refused.values()],
    seen: () => [...seen],
  }
}

/** The key of `youtube.com/x?v=1` names every video; on a host of one's own the path is enough. */
function losesItsPage({ kind, value }: EntryKey, written: string): boolean {
  return (
    kind === 'url' && QUERY.test(written) && !IDENTIFIER.test(value) && isSharedHost(value.slice(0, value.indexOf('/')))
  )
}

/** V8 keeps the whole piece of text that a substring was cut from; what is lower case already may be such a one. */
function detached({ kind, value }: EntryKey): string {
  return kind === 'url' ? value : Buffer.from(value, 'latin1').toString('latin1')
}

function shown(example: unknown): string {
  if (typeof example === 'string') return cleanText(example, SHOWN)
  return Array.isArray(example)
    ? 'an array'
    : example === null
      ? 'null'
      : typeof example === 'object'
        ? 'an object'
        : String(example)
}
