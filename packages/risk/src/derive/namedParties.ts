import { BURN_ADDRESSES } from '../accounts/knownAddresses.ts'
import type { Address, Hex } from '../address.ts'
import type { CallFrame, Log, Simulation } from '../facts/execution.ts'
import { packedParties } from './packedParties.ts'

/**
 * A contract whose storage a transaction changes beyond balances and approvals, with the accounts that the change may be about: none
 * where the contract itself has to tell. Words are those of the calls that the contract received.
 */
export type NamedParties = {
  contract: Address
  /** The principal that calls it; the first one where none does. */
  account: Address
  /** A principal calls it itself. */
  direct: boolean
  parties: NamedParty[]
  /** Owners of a wallet that the transaction creates, which the signer asks for: no parties. Absent: none. */
  ordered?: Address[]
  /** Selectors of the calls that it received. */
  selectors: Hex[]
  /** Amounts, ids and hashes in these calls, in order. */
  words: bigint[]
}

/**
 * `call`: an argument of a principal's own call. `packed`: in such an argument, beside something else. `storage`: in a newly written word.
 * `log`: in the contract's own log.
 */
export type NamedParty = { address: Address; by: ('call' | 'packed' | 'inner-call' | 'storage' | 'log')[] }

const MAX_FRAMES = 400
const MAX_WORDS = 24
const MAX_PARTIES = 12
/** Smaller words are amounts, times and flags. */
const MIN_ADDRESS = 1n << 96n
/** A storage word may hold any amount, so it takes more to look like an account. */
const MIN_STORED = 1n << 120n
/** Three equal bytes of zeros or ones: numbers beside each other in one word, which no account looks like by chance. */
const ROUND = /^0x(?:..)*?(?:000000|ffffff)/
/** Words above an account in its slot: flags, counters, times. */
const MAX_FLAG = 1n << 40n
const MASK = (1n << 160n) - 1n
/** Transfer, TransferSingle, TransferBatch, Deposit and Withdrawal of wrapped coins, Approval, ApprovalForAll. */
const MOVES: ReadonlySet<Hex> = new Set<Hex>([
  '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
  '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
  '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c',
  '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65',
  '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
  '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31',
])

/**
 * Derives where a transaction may have given a right to another account, from its execution alone. Contracts are left out that write
 * only what their transfers and approvals log, and those without a named account that no principal calls.
 */
export function deriveNamedParties(
  { trace, stateDiff }: Pick<Simulation, 'trace' | 'stateDiff'>,
  principals: readonly Address[],
): NamedParties[] {
  if (trace === null || trace.error !== null) return []
  const calls = new Map<Address, CallFrame[]>()
  const logs = new Map<Address, Log[]>()
  /** Contracts that the transaction creates, with the calls that lead there. */
  const created = new Map<Address, CallFrame[]>()
  let left = MAX_FRAMES
  const walk = (frame: CallFrame, above: CallFrame[] = []): void => {
    if (frame.error !== null || left-- <= 0) return
    if (frame.to !== null && frame.type.startsWith('CREATE')) created.set(frame.to, above)
    if (frame.to !== null && frame.type === 'CALL') calls.set(frame.to, [...(calls.get(frame.to) ?? []), frame])
    for (const log of frame.logs) logs.set(log.address, [...(logs.get(log.address) ?? []), log])
    for (const call of frame.calls) walk(call, [frame, ...above])
  }
  walk(trace)
  return (Object.keys(stateDiff) as Address[]).flatMap((contract): NamedParties[] => {
    const own = logs.get(contract) ?? []
    const written = unexplainedWrites(stateDiff[contract]?.storage ?? {}, own)
    if (written.length === 0) return []
    const received = calls.get(contract) ?? []
    // Of an account that is itself at stake only its own calls count: what it calls is no right.
    const asked = principals.includes(contract) ? received.filter(({ from }) => from === contract) : received
    const found = new Map<Address, Set<NamedParty['by'][number]>>()
    const ordered = principals.includes(contract) ? orderedOwners(created.get(contract) ?? []) : []
    const add = (address: Address, by: NamedParty['by'][number]) => {
      if (ordered.includes(address)) return
      if (principals.includes(address) || address === contract || BURN_ADDRESSES.has(address)) return
      found.set(address, (found.get(address) ?? new Set()).add(by))
    }
    for (const { before, after } of written) for (const address of newAddresses(before, after)) add(address, 'storage')
    const words: bigint[] = []
    const slots = Object.entries(stateDiff[contract]?.storage ?? {}).map(([slot, { after }]) => ({
      slot: slot as Hex,
      after,
    }))
    for (const { input, from } of asked)
      if (principals.includes(from))
        for (const address of packedParties(input, { account: from, written: slots })) add(address, 'packed')
    for (const { input, from } of asked)
      for (const word of wordsOf(`0x${input.slice(10)}`)) {
        const address = addressOf(word)
        if (address !== null) add(address, principals.includes(from) ? 'call' : 'inner-call')
        else if (words.length < MAX_WORDS && !words.includes(word)) words.push(word)
      }
    for (const { topics, data } of own) {
      if (topics[0] !== undefined && MOVES.has(topics[0])) continue
      for (const word of [...topics.slice(1).map((topic) => BigInt(topic)), ...wordsOf(data)]) {
        const address = addressOf(word)
        if (address !== null) add(address, 'log')
      }
    }
    const parties = [...found].map(([address, by]): NamedParty => ({ address, by: [...by] }))
    const rank = ({ by }: NamedParty) =>
      by.includes('storage') ? 0 : by.includes('call') ? 1 : by.includes('packed') ? 2 : 3
    const ranked = parties.toSorted((a, b) => rank(a) - rank(b)).slice(0, MAX_PARTIES)
    const selectors = [...new Set(asked.map(({ input }) => input.slice(0, 10) as Hex))]
    const caller = asked.find(({ from }) => principals.includes(from))?.from
    const account = caller ?? principals[0]
    if (account === undefined || (ranked.length === 0 && caller === undefined)) return []
    const direct = caller !== undefined
    return [{ contract, account, direct, parties: ranked, ...(ordered.length > 0 && { ordered }), selectors, words }]
  })
}

/** Accounts in the call of the factory that creates a principal: the owners that the signer asks for. */
function orderedOwners([factory]: readonly CallFrame[]): Address[] {
  if (factory === undefined) return []
  return wordsOf(`0x${factory.input.slice(10)}`).flatMap((word) => addressOf(word) ?? [])
}

type Write = { before: bigint; after: bigint }

/** Changed words that are neither a balance nor an approval that the contract's own logs tell of. */
function unexplainedWrites(storage: Simulation['stateDiff'][Address]['storage'], logs: readonly Log[]): Write[] {
  const moves = logs.filter(({ topics }) => topics[0] !== undefined && MOVES.has(topics[0]))
  const sums = new Map<string, bigint>()
  const told = new Set<bigint>()
  const named = new Set<bigint>()
  for (const { topics, data } of moves) {
    const [from, to] = [topics.at(-2) ?? '', topics.at(-1) ?? '']
    for (const topic of topics.slice(1)) named.add(BigInt(topic))
    for (const amount of wordsOf(data)) {
      told.add(amount)
      sums.set(from, (sums.get(from) ?? 0n) - amount)
      sums.set(to, (sums.get(to) ?? 0n) + amount)
    }
  }
  for (const sum of sums.values()) told.add(sum < 0n ? -sum : sum)
  return Object.values(storage).flatMap((one): Write[] => {
    const [before, after] = [BigInt(one.before), BigInt(one.after)]
    const change = after > before ? after - before : before - after
    if (change === 0n || after === 0n) return []
    if (moves.length > 0 && (told.has(change) || told.has(after) || named.has(after & MASK))) return []
    return [{ before, after }]
  })
}

/** The account in a word, alone or behind or before flags; amounts that fill the rest would make accounts up. */
function newAddresses(before: bigint, after: bigint): Address[] {
  const old = new Set(accountsIn(before))
  return accountsIn(after).flatMap((part) => (old.has(part) ? [] : [hex(part)]))
}

function accountsIn(word: bigint): bigint[] {
  const parts = (word >> 160n === 0n ? [0n] : [0n, 8n, 16n]).flatMap((shift) => {
    const [account, above, below] = [(word >> shift) & MASK, word >> (shift + 160n), word & ((1n << shift) - 1n)]
    return above < MAX_FLAG && below <= 1n ? [account] : []
  })
  return parts.filter((part) => part >= MIN_STORED && !ROUND.test(hex(part)))
}

function addressOf(word: bigint): Address | null {
  return word >= MIN_ADDRESS && word >> 160n === 0n && !isMask(word) ? hex(word) : null
}

/** All ones from some bit on: the largest number of a type. */
function isMask(word: bigint): boolean {
  return (word & (word + 1n)) === 0n
}

function hex(word: bigint): Address {
  return `0x${word.toString(16).padStart(40, '0')}`
}

function wordsOf(data: string): bigint[] {
  return (data.slice(2).match(/.{64}/g) ?? []).map((word) => BigInt(`0x${word}`))
}
