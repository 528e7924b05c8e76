import type { Chain } from '@redoubt/risk/chain.ts'
import type { Label } from '@redoubt/risk/facts/account.ts'
import { ACCUSATIONS, type Accusation } from '../domain/feedback.ts'

// What is kept of lists that operators load, declared by the consumer; the store implements it.

/** What a list may say of what is on it: the contract's words, and what only hosts or authorities have. */
export const LIST_LABELS = [
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
  'nft_marketplace',
  'token',
  'sanctioned',
  'phishing',
  'malware',
  'scam',
  'trusted',
] as const
export type ListLabel = (typeof LIST_LABELS)[number]

export function isAccusation(label: ListLabel | null): label is Accusation {
  return (ACCUSATIONS as readonly (string | null)[]).includes(label)
}

/**
 * Every format of a list: the shape of its entries, the options that it reads, and the option that it needs. Its importer is named
 * in `importers/parseList.ts`, and docs/intel.md has a row for people.
 */
export const FORMATS = {
  'json-array': { entries: 'an array of addresses, hosts or URLs at the top', options: ['chain'] },
  'json-path': {
    entries: 'an array at the path, of addresses, hosts or URLs, or of objects that have the column',
    options: ['path', 'column', 'nameColumn', 'labelColumn', 'chain'],
    needs: 'path',
  },
  'json-map': {
    entries: 'an object whose keys are addresses, hosts or URLs, or whose values are arrays of them',
    options: ['chain'],
  },
  csv: {
    entries: 'an address, host or URL in the column of each row',
    options: ['column', 'nameColumn', 'labelColumn', 'delimiter', 'chain'],
  },
  lines: { entries: 'one address, host or URL a line', options: ['chain'] },
  hosts: { entries: 'lines such as "0.0.0.0 evil.example"', options: [] },
  'yaml-list': {
    entries: 'lines such as "- evil.example" at the top, or below the path',
    options: ['path', 'column', 'nameColumn', 'labelColumn', 'chain'],
  },
  'token-list': { entries: '"tokens", each with chainId 1, 56 or 137 and an address', options: [] },
  adguard: { entries: 'rules such as "||evil.example^"', options: [] },
  'ofac-xml': { entries: '"Digital Currency Address" ids of sdnEntry elements', options: ['chain'] },
} as const satisfies Record<
  string,
  { entries: string; options: readonly (keyof FormatOptions)[]; needs?: keyof FormatOptions }
>
export type ListFormat = keyof typeof FORMATS
export const LIST_FORMATS = Object.keys(FORMATS) as readonly ListFormat[]

/** How to read one list beyond its format. Members that the format has no use for are refused when a source is added. */
export type FormatOptions = {
  /** `json-path`: dotted path of the array, `blacklist` or `data.items`; `*` stands for every member of a level. */
  path?: string
  /** `json-path` over objects, `csv`: member or column (name, or number from 1) that holds the value. */
  column?: string
  /** The same for a name to show and for a label of its own per entry. */
  nameColumn?: string
  labelColumn?: string
  /** `csv`: one character; default comma. */
  delimiter?: string
  /** Addresses are of this network only; default: of all three. */
  chain?: Chain
}

/** What an entry is about; `value` is canonical, so that equal things are equal strings. */
export type EntryKey = {
  /**
   * `address`: 0x and 40 hex digits, lower case. `host`: lower-case ASCII (punycode) without port or trailing dot; its
   * subdomains are listed too. `url`: host and path without scheme, query, fragment or trailing slash, `sites.google.com/view/x`;
   * what lies below the path is listed too. `hash`: SHA-256 of a host, 64 hex digits, lower case.
   */
  kind: 'address' | 'host' | 'url' | 'hash'
  value: string
}
export type IntelEntry = EntryKey & {
  /** Null: every network. Always null for what is not an address. */
  chain: Chain | null
  label: ListLabel
  /** Cleaned and bounded text to show; null when the list gives none. */
  name: string | null
}

/** A list that an operator loaded. Times are Unix milliseconds. */
export type IntelSource = {
  /** Lower-case letters, digits and hyphens, at most 64. */
  id: string
  title: string
  /** https or http URL, or an absolute path; empty when the server secret that the URL was kept under is gone. */
  location: string
  format: ListFormat
  options: FormatOptions
  /** What the list says of entries that carry no label of their own, or none that a list of this label may give. */
  label: ListLabel
  confidence: Label['confidence']
  licence: string | null
  /** How often it is asked for changes, in milliseconds. */
  refreshMs: number
  /** Its entries rarely stay: a list with none of the old ones is nothing strange. */
  churns: boolean
  enabled: boolean
  /** Raised by each swap; 0: never imported. */
  generation: number
  entryCount: number
  /**
   * When the list was last known to be current: imported, or the server said that nothing changed. Of a file of this
   * machine: when it was last written.
   */
  refreshedAt: number | null
  /** When its content last changed here. */
  changedAt: number | null
  /** When it is asked for next; failures push it back. */
  nextAttemptAt: number
  failures: number
  lastError: string | null
  etag: string | null
  lastModified: string | null
  /** SHA-256 of the bytes last imported, hex. */
  contentHash: string | null
  createdAt: number
}

export type NewIntelSource = Pick<
  IntelSource,
  'id' | 'title' | 'location' | 'format' | 'options' | 'label' | 'confidence' | 'licence' | 'refreshMs'
> & { churns?: boolean }

/** One line of one list, with where it came from and since when. */
export type ListedEntry = IntelEntry & {
  sourceId: string
  firstSeen: number
  /** Null while it is listed; its source's `refreshedAt` is then when it was last seen. */
  removedAt: number | null
}

/** An operator's own word on one thing. `allow` silences lists (never sanctions, never behaviour); `deny` is a list of one. */
export type Override = EntryKey & {
  chain: Chain | null
  verdict: 'allow' | 'deny'
  /** What a denied thing is, one of ACCUSATIONS; null when allowed. */
  label: ListLabel | null
  note: string
  /** Who said so: an account id, `member:NAME` or `cli:USER`. */
  actor: string
  createdAt: number
}

/** Something an operator did; never changed or deleted. */
export type AuditRecord = { seq: number; at: number; actor: string; action: string; subject: string; detail: string }

/** How one fetch of a list ended, with what to send next time. */
export type Validators = { etag: string | null; lastModified: string | null }

export type IntelStore = {
  /** @throws RangeError when the id is taken. */
  addSource(source: NewIntelSource, by: { actor: string; now: number }): Promise<IntelSource>
  /** By id, in order. */
  sources(): Promise<IntelSource[]>
  source(id: string): Promise<IntelSource | null>
  /** False when there is none. Disabled lists keep their entries and say nothing. */
  setEnabled(id: string, enabled: boolean, by: { actor: string; now: number }): Promise<boolean>
  /** Forgets the list and its entries. False when there is none. */
  removeSource(id: string, by: { actor: string; now: number }): Promise<boolean>

  /** Claims the enabled source that is longest overdue, so that one node fetches it; the claim lapses at `now + leaseMs`. */
  claimDue(now: number, leaseMs: number): Promise<IntelSource | null>
  /** Claims one source now, due or not; null when there is none or another node holds it. */
  claim(id: string, now: number, leaseMs: number): Promise<IntelSource | null>
  /** @param result.refreshedAt when the list was known to be current; default `now`. */
  finishUnchanged(
    id: string,
    result: Validators & { now: number; refreshedAt?: number; nextAttemptAt: number },
  ): Promise<void>
  finishFailed(id: string, result: { now: number; error: string; nextAttemptAt: number }): Promise<void>
  /**
   * Makes `entries` (any order; of several with the same kind, value, chain and label the first counts) the whole list, at once for
   * every reader, or not at all: a crash at any moment leaves the old list. Short statements: nothing else waits long. First-seen times
   * of what stays, is renamed or comes back are kept. Entries that no database can key are left out: a value with NUL or broken
   * UTF-16, or over 2,048 bytes.
   * @throws ListShrunkError when the new list is less than half as long as the old one, or has fewer than half of its entries
   * (under whatever names; not of a source that `churns`), unless `force`.
   * @throws ImportOvertakenError when another import of the list began meanwhile, or the list is gone: nothing changed.
   * @throws RangeError when there is no such list.
   */
  replaceEntries(
    id: string,
    list: Validators & {
      entries: readonly IntelEntry[]
      /** 8 bytes per distinct entry key, as `fingerprint` makes them: what `fingerprints` gives back. */
      fingerprints: Uint8Array
      contentHash: string
      /** Any shrinking is right; recorded in the audit trail. */
      force: boolean
      /** Who forces it; default `unknown`. */
      actor?: string
      now: number
      /** When the list was known to be current; default `now`. */
      refreshedAt?: number
      nextAttemptAt: number
    },
  ): Promise<{ added: number; removed: number; total: number }>

  /** Changes whenever an enabled list, or an override, changes. Cheap enough to ask every few seconds. */
  revision(): Promise<string>
  /** Of every enabled source's current list. */
  fingerprints(): Promise<{ sourceId: string; generation: number; fingerprints: Uint8Array }[]>
  /**
   * Exact confirmation: current entries of enabled sources with one of these keys, in an order that no import changes: by
   * source, kind, value, network (all first), label. @throws RangeError for over 100 keys.
   */
  find(keys: readonly EntryKey[]): Promise<ListedEntry[]>
  /** Everything ever listed under one key, removed entries and disabled sources too. */
  history(key: EntryKey): Promise<ListedEntry[]>
  /** How many URLs of this host enabled lists name now; counted up to 1,000. @param host canonical. */
  urlsBelow(host: string): Promise<number>

  /**
   * Replaces the one on the same thing.
   * @throws RangeError when there are 10,000 others, the value is no database's, or a denial accuses of nothing.
   */
  setOverride(override: Override): Promise<void>
  /** False when there is none. */
  removeOverride(key: EntryKey & { chain: Chain | null }, by: { actor: string; now: number }): Promise<boolean>
  /** At most 10,000 may exist. */
  overrides(): Promise<Override[]>
  /** Newest first; `before` is the `seq` of the last record of the page before. */
  audit(page: { limit: number; before: number | null }): Promise<AuditRecord[]>
}

/** A new list is so much shorter than the old one, or has so little of it, that it is probably broken or another's. */
export class ListShrunkError extends Error {
  /** @param list.stayed how many of the old entries the new list has; absent when it is simply too short. */
  constructor({ before, after, stayed }: { before: number; after: number; stayed?: number }) {
    super(
      stayed === undefined
        ? `The list would shrink from ${before} to ${after} entries; the old one is kept. Use --force if that is right.`
        : `Only ${stayed} of ${before} old entries are still there; the old list is kept. Use --force if that is right; ` +
            'for a list that always changes like this, remove it and add it with --churns.',
    )
    this.name = 'ListShrunkError'
  }
}

/** Two imports of one list ran at once; the import that began later goes on. */
export class ImportOvertakenError extends Error {
  constructor(id: string) {
    super(`Another import of ${id} began, or it was removed; this one changed nothing.`)
    this.name = 'ImportOvertakenError'
  }
}
