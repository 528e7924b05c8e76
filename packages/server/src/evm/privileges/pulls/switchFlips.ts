import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Simulator, StateOverrides } from '../../simulation/simulator.ts'
import type { TradeContext } from '../../trade/tradeContext.ts'
import type { Roles } from '../paths/proposedCall.ts'
import type { Setter } from '../paths/pull.ts'
import { BALANCE_SLOTS, entryOf } from './mappingEntry.ts'
import type { WordWrite } from './tokenWrites.ts'
import { PLENTY } from './writtenRange.ts'

/** Words that a call may name. */
const MAX_ANY = 8
/** Accounts that the code names. */
const MAX_NAMED = 4
const MIN_ACCOUNT = 1n << 100n
const ACCOUNT_MASK = (1n << 160n) - 1n
const MUCH = 10n ** 22n
/** Amounts are less, and what is left of a word below zero is less from its top. */
const SMALL = 1n << 128n
/** All bits: every flag of a word, every lane of a packed one, and more than any limit of the code. */
const FULL = (1n << 256n) - 1n
/** Values of a word that the caller chooses: a switch, a percentage, all of it in hundredths of a percent. */
const CHOSEN = [1n, 95n, 10_000n, FULL] as const
/** Accounts that share a word of a map of bits. */
const BITS = 8n

/** Words that a sale reads, with their values, by account in lower case. */
export type Reads = ReadonlyMap<Address, ReadonlyMap<bigint, bigint>>
/**
 * A word of an account, the value that a call can give it, and who can make that call. `slot` null: its coins. `key`: of the mapping, where it
 * is no account of the sale. `roles`: of the arguments that are keys of nested mappings. `ofToken`: it is the token's own word in a contract that
 * many tokens ask. `setters`: other words that calls of the same contract set.
 */
export type Flip = {
  account: Address
  slot: bigint | null
  key?: bigint
  roles?: Roles
  ofToken?: true
  value: bigint
  write: WordWrite
  setters: readonly Setter[]
}

/** Coins and tokens of accounts that the code names (`coded`), and of the pool: any account can pay them. */
export function openFlips(
  { address, coded, reads }: { address: Address; coded: readonly Address[]; reads: Reads },
  { pool, router }: TradeContext['venue'],
): Flip[] {
  const market = new Set<string>([pool.address, router, pool.quote.address, address].map((one) => one.toLowerCase()))
  const stored = [...(reads.get(address.toLowerCase() as Address)?.values() ?? [])]
    .filter((value) => value >= MIN_ACCOUNT && value >> 160n === 0n)
    .map((value): Address => `0x${value.toString(16).padStart(40, '0')}`)
  const named = [...new Set([...coded, ...stored])].filter((one) => !market.has(one.toLowerCase())).slice(0, MAX_NAMED)
  const paid = named.map((account): Flip => {
    return { account, slot: null, value: MUCH, write: openWrite(`a payment to ${account}`), setters: [] }
  })
  const quote = pool.quote.address.toLowerCase() as Address
  const sent = [...reads].flatMap(([token, slots]) =>
    token === address.toLowerCase()
      ? []
      : [...named, ...(token === quote ? [pool.address] : [])].flatMap((account) =>
          BALANCE_SLOTS.map((base) => entryOf(account, base))
            .filter((slot) => slots.has(slot))
            .map((slot): Flip => {
              const value = (slots.get(slot) ?? 0n) * 2n + (account === pool.address ? 0n : MUCH)
              const write = openWrite(`a token transfer to ${account}`)
              return { account: token, slot, value, write, setters: [] }
            }),
        ),
  )
  return [...paid, ...sent]
}

/** Returns what a call can write of the words that a sale reads. `parties`: the seller first. */
export function flipsOf(
  write: WordWrite,
  {
    account,
    reads,
    parties,
    balances,
    setters,
    token,
  }: {
    account: Address
    /** The token, where the account is another contract, which may keep words under it. */
    token?: Address
    reads: Reads
    parties: readonly Address[]
    balances: bigint | null
    setters: readonly Setter[]
  },
): Flip[] {
  const slots = reads.get(account.toLowerCase() as Address)
  if (slots === undefined) return []
  const { at, value, seen } = write
  const [seller] = parties
  const places: Place[] =
    at.kind === 'slot'
      ? [{ slot: at.slot }]
      : at.kind === 'any'
        ? [
            ...[...slots.keys()].filter((slot) => slot < BigInt(MAX_ANY)).map((slot) => ({ slot })),
            ...BALANCE_SLOTS.filter((base) => base !== balances).flatMap((base) =>
              seller === undefined ? [] : [{ slot: entryOf(seller, base) }],
            ),
          ]
        : seller === undefined
          ? []
          : [
              { slot: entryOf(seller, at.base) },
              wordOfBits(seller, at.base),
              ...(token === undefined ? [] : wordsOfToken(token, seller, at)),
            ]
  // A word may hold flags above the account that they are about.
  const flagged = parties.map((party) => ((FULL >> 160n) << 160n) | BigInt(party))
  const values = value === null ? [...(at.kind === 'any' ? flagged : [seen]), ...CHOSEN] : [value]
  return places
    .filter(({ slot }) => slots.has(slot))
    .flatMap((place) =>
      [...new Set(values)]
        .filter((one) => isSwitch(slots.get(place.slot) ?? 0n, one))
        .map((one) => ({ account, ...place, value: one, write, setters })),
    )
}

type Place = { slot: bigint } & Pick<Flip, 'key' | 'roles' | 'ofToken'>

/** Words that a contract keeps under the token: one for all of its sales, and one for each of its holders, in either order of keys. */
function wordsOfToken(token: Address, seller: Address, { base, keys }: WordWrite['at'] & { kind: 'entry' }): Place[] {
  const key = BigInt(token)
  if (keys === undefined) return [{ slot: entryOf(token, base), key, ofToken: true }]
  const { first, others, value } = keys
  return [
    { slot: entryOf(seller, entryOf(token, base)), key, roles: { slot: first, victim: others, value } },
    { slot: entryOf(token, entryOf(seller, base)), key, roles: { slot: others, victim: first, value } },
  ]
}

/**
 * A write of the total supply, where that word is, as the call would make it: the walk supposes another supply, and what it adds and takes away
 * is added to and taken from the real one.
 */
export function onSupply(write: WordWrite, words: ReadonlyMap<bigint, bigint> | undefined, supply: bigint): WordWrite {
  const { at, value, beside } = write
  const real = words?.get(supply)
  if (real === undefined) return write
  const made = (one: bigint): bigint => {
    const change = one - PLENTY
    return change < PLENTY >> 1n && change > -(PLENTY >> 1n) ? BigInt.asUintN(256, real + change) : one
  }
  return {
    ...write,
    value: at.kind === 'slot' && at.slot === supply && value !== null ? made(value) : value,
    beside: beside.map((one) => (one.slot === supply ? { ...one, value: made(one.value) } : one)),
  }
}

/** The word of a map of bits, by account, in which an account has its bit. */
function wordOfBits(account: Address, base: bigint): { slot: bigint; key: bigint } {
  const key = BigInt(account) >> BITS
  return { slot: entryOf(`0x${key.toString(16).padStart(40, '0')}`, base), key }
}

/**
 * The flips to try: the first value of every word that a call can write, then the second of each, and so on, up to `max` different states.
 * `cut`: some were left out.
 */
export function chosenFlips(flips: readonly Flip[], max: number): { chosen: Flip[]; cut: boolean } {
  const orders = new Map<Flip, number>()
  for (const same of Map.groupBy(flips, ({ write }) => write).values())
    for (const values of Map.groupBy(same, ({ slot }) => slot).values())
      for (const [order, flip] of values.entries()) orders.set(flip, order)
  const states = new Set<string>()
  const sorted = flips.toSorted((a, b) => (orders.get(a) ?? 0) - (orders.get(b) ?? 0))
  const chosen = sorted.filter((flip) => {
    const state = stateOf(flip)
    if (states.size < max) states.add(state)
    return states.has(state)
  })
  return { chosen, cut: chosen.length < flips.length }
}

/** Flips with the same one leave the same state. */
export function stateOf({ account, slot, value, write }: Flip): string {
  const others = write.beside.map((one) => `${one.slot} ${one.value}`)
  return [`${account.toLowerCase()} ${slot} ${value}`, ...others].join()
}

function openWrite(way: string): WordWrite {
  return {
    selector: '0x',
    signature: way,
    guards: [],
    asIs: true,
    at: { kind: 'slot', slot: 0n },
    value: null,
    beside: [],
    seen: 0n,
    waits: false,
    proposals: [],
  }
}

/** Whether a word is set to something else, and no account in it is replaced: another router or other code is no switch of sales. */
function isSwitch(before: bigint, after: bigint): boolean {
  const account = before & ACCOUNT_MASK
  return before !== after && (account < MIN_ACCOUNT || (after & ACCOUNT_MASK) === account)
}

/**
 * Whether a call that met its conditions could not have set the value: the word went below zero, which one of the lifted conditions stands
 * before. Words that a call chooses, and all bits, are set on purpose.
 */
export function isUnderflow({ account, slot, value, write }: Flip, reads: Reads): boolean {
  const before = slot === null ? undefined : reads.get(account.toLowerCase() as Address)?.get(slot)
  const isLow = value !== FULL && FULL - value < SMALL
  return !write.asIs && write.value !== null && before !== undefined && before < SMALL && isLow
}

/** The state that a flip leaves. */
export function overrideOf({
  account,
  slot,
  value,
  write,
}: Pick<Flip, 'account' | 'slot' | 'value' | 'write'>): StateOverrides {
  const hex = (of: bigint): Hex => `0x${of.toString(16).padStart(64, '0')}`
  if (slot === null) return { [account]: { balance: value } }
  const others = write.beside.map((one) => [hex(one.slot), hex(one.value)] as const)
  return { [account]: { storage: { ...Object.fromEntries(others), [hex(slot)]: hex(value) } } }
}

/** The same simulator on a state with other words and balances. */
export function onState(simulator: Simulator, changes: StateOverrides): Simulator {
  return {
    ...simulator,
    simulateSequences: (request) =>
      simulator.simulateSequences({
        ...request,
        sequences: request.sequences.map((sequence) => {
          const overrides = { ...sequence.stateOverrides }
          for (const [at, own] of Object.entries(changes) as [Address, StateOverrides[Address]][])
            overrides[at] = {
              ...overrides[at],
              ...own,
              ...(own?.storage !== undefined && { storage: { ...overrides[at]?.storage, ...own.storage } }),
            }
          return { ...sequence, stateOverrides: overrides }
        }),
      }),
  }
}
