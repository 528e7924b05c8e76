import type { Address } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import { withTimeout } from '../../lib/withTimeout.ts'
import type { EntryKey, IntelSource, IntelStore, ListedEntry, Override } from '../ports.ts'
import { createConfirmations } from './confirmations.ts'
import { buildFingerprintSet, type FingerprintSet, fingerprint } from './fingerprintSet.ts'
import { hostHits, hostKeys, urlKeys } from './hostKeys.ts'

const words = new Uint32Array(2)

const NONE: readonly EntryKey[] = []

/**
 * What the enabled lists and the operator say, answered from memory; the database is asked only about what is probably
 * listed. Every answer waits for the first load and rejects when it fails: what was never loaded is not "not listed".
 */
export type ListIndex = {
  /** Entries under exactly these keys (distinct, canonical), of every network. */
  find(keys: readonly EntryKey[]): Promise<readonly ListedEntry[]>
  /** @param address in any case. */
  findAddress(chain: Chain, address: Address): Promise<readonly ListedEntry[]>
  /** Entries of the host and of its parents, plain or hashed. @param host as `canonicalKey` makes it. */
  findHost(host: string): Promise<readonly ListedEntry[]>
  /** The same, and entries of its path and the paths above. @param url host, or host and path, as `canonicalKey` makes it. */
  findUrl(url: string): Promise<readonly ListedEntry[]>
  /** The operator's word on a thing or, for hosts and URLs, on the nearest thing above it; null when there is none. */
  override(key: EntryKey, chain: Chain | null): Promise<Override | null>
  /** Every source, disabled ones too, as of the last look at the database; `problem` is why a later look failed. */
  state(): Promise<{ sources: readonly IntelSource[]; entries: number; bytes: number; problem: string | null }>
  /** Of what answers come from: changes with every change of a list and of the operator's word. */
  revision(): Promise<string>
  /**
   * Looks whether lists changed and loads them if so; other answers come from the old lists meanwhile. Loads once however
   * often it is called, and never misses what was committed before the call. @throws when the database does not answer.
   */
  refresh(): Promise<void>
}

/** An answer looks at the revision first when the last look is older than this: a wallet asks about an address once. */
const LOOK_MS = 5_000
/** How long it waits for that look before it answers from the old lists; a look takes a millisecond when nothing changed. */
const PATIENCE_MS = 250
const NOTHING: Promise<readonly ListedEntry[]> = Promise.resolve([])

/**
 * @param clock milliseconds, monotonic.
 * @param onProblem told when a look in the background fails; the old lists stay.
 */
export function createListIndex(
  store: IntelStore,
  {
    clock = () => performance.now(),
    onProblem = () => {},
  }: { clock?: () => number; onProblem?: (cause: unknown) => void } = {},
): ListIndex {
  let lists: LoadedLists | undefined
  let problem: string | null = null
  let lookedAt = Number.NEGATIVE_INFINITY
  let looking: Promise<void> | undefined
  let lookingAgain: Promise<void> | undefined

  const look = async () => {
    lookedAt = clock()
    try {
      lists = await loadLists(store, lists)
      problem = null
    } catch (cause) {
      problem = cause instanceof Error ? cause.message : String(cause)
      throw cause
    } finally {
      looking = undefined
    }
  }
  const lookOnce = () => {
    looking ??= look()
    return looking
  }
  const refresh = () => {
    if (!looking) return lookOnce()
    lookingAgain ??= looking
      .catch(() => {})
      .then(() => {
        lookingAgain = undefined
        return lookOnce()
      })
    return lookingAgain
  }
  /** Undefined: not at hand, `wait`. */
  const atHand = (): LoadedLists | undefined => (clock() - lookedAt <= LOOK_MS && !looking ? lists : undefined)
  const wait = async (): Promise<LoadedLists> => {
    const look = lookOnce().catch((cause: unknown) => {
      if (!lists) throw cause
      onProblem(cause)
    })
    await (lists ? withTimeout(look, PATIENCE_MS, { ref: false }) : look)
    return lists as LoadedLists
  }
  const ask = (hitsIn: (lists: LoadedLists) => readonly EntryKey[]): Promise<readonly ListedEntry[]> => {
    const ready = atHand()
    if (!ready) return wait().then((loaded) => loaded.confirm(hitsIn(loaded)))
    const hits = hitsIn(ready)
    return hits.length === 0 ? NOTHING : ready.confirm(hits)
  }

  return {
    find: (keys) => ask(({ set }) => keyHits(set, keys)),
    findAddress: async (chain, address) => {
      const keys: EntryKey[] = [{ kind: 'address', value: address.toLowerCase() }]
      const entries = await ask(({ set }) => keyHits(set, keys))
      return entries.filter((entry) => entry.chain === null || entry.chain === chain)
    },
    findHost: (host) => ask(({ set }) => hostHits(set, host)),
    findUrl: (url) => ask(({ set }) => [...keyHits(set, urlKeys(url)), ...hostHits(set, hostOf(url))]),
    override: async (key, chain) => (atHand() ?? (await wait())).overrides.first(keysAbove(key), chain),
    state: async () => {
      const { sources, set } = atHand() ?? (await wait())
      return { sources, entries: set.size, bytes: set.bytes, problem }
    },
    revision: async () => (atHand() ?? (await wait())).revision,
    refresh,
  }
}

function keysAbove(key: EntryKey): EntryKey[] {
  if (key.kind === 'host') return hostKeys(key.value)
  if (key.kind === 'url') return [...urlKeys(key.value), ...hostKeys(hostOf(key.value))]
  return [key]
}

function hostOf(url: string): string {
  const slash = url.indexOf('/')
  return slash < 0 ? url : url.slice(0, slash)
}

/** Which of these keys may be listed; to be confirmed. Nothing is allocated when none is. */
function keyHits(set: FingerprintSet, keys: readonly EntryKey[]): readonly EntryKey[] {
  let hits: EntryKey[] | undefined
  for (const key of keys) {
    if (!set.holds(key.kind)) continue
    fingerprint(key.kind, key.value, words)
    if (!set.has(words)) continue
    hits ??= []
    hits.push(key)
  }
  return hits ?? NONE
}

/** What is in memory of all lists, at one revision. */
type LoadedLists = {
  revision: string
  set: FingerprintSet
  overrides: OverrideIndex
  confirm: ReturnType<typeof createConfirmations>
  /** Newer than the rest when only the times of a list changed. */
  sources: readonly IntelSource[]
}

/**
 * Reads what changed since `before`. The revision is read first: what changes while the rest is read has another
 * revision, and is read again next time.
 * @throws when the database does not answer.
 */
async function loadLists(store: IntelStore, before: LoadedLists | undefined): Promise<LoadedLists> {
  const revision = await store.revision()
  const sources = await store.sources()
  if (before?.revision === revision) return { ...before, sources }
  const [lists, overrides] = [await store.fingerprints(), await store.overrides()]
  return {
    revision,
    set: await buildFingerprintSet(lists.map(({ fingerprints }) => fingerprints)),
    overrides: createOverrideIndex(overrides),
    confirm: createConfirmations(store),
    sources,
  }
}

type OverrideIndex = {
  /**
   * The first of `keys` (nearest first) that the operator spoke of, on this network or on all. One network's word goes
   * before the word for all.
   */
  first(keys: readonly EntryKey[], chain: Chain | null): Override | null
}

/** Operators' words, at most 10,000, by key. */
function createOverrideIndex(overrides: readonly Override[]): OverrideIndex {
  const byKey = new Map<string, Override>()
  for (const override of overrides) byKey.set(nameOf(override, override.chain), override)
  return {
    first: (keys, chain) => {
      if (byKey.size === 0) return null
      for (const key of keys) {
        const found = byKey.get(nameOf(key, chain)) ?? byKey.get(nameOf(key, null))
        if (found) return found
      }
      return null
    },
  }
}

function nameOf({ kind, value }: EntryKey, chain: Chain | null): string {
  return `${kind}:${chain ?? '*'}:${value}`
}
