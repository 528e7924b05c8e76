import { setImmediate } from 'node:timers/promises'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { InternalTransfer, WatchedBlock, WatchedLog } from '../ports.ts'
import { compareOutgoingFirst, type Moved } from './activity.ts'
import type { WatchedSet } from './watchedSet.ts'

/** Topics, by place, that hold an address which the event is about. */
const PARTIES: ReadonlyMap<string, readonly number[]> = new Map([
  // Transfer, of ERC-20 and ERC-721
  ['0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef', [1, 2]],
  // TransferSingle, TransferBatch
  ['0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62', [2, 3]],
  ['0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb', [2, 3]],
  // Deposit and Withdrawal of wrapped coins
  ['0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c', [1]],
  ['0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65', [1]],
  // Approval, ApprovalForAll
  ['0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925', [1]],
  ['0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31', [1]],
  // Permit2: Approval, Permit, Lockdown
  ['0xda9fa7c1b00402c17d0161b249b1ab8bbec047c5a52207b9c112deffd817036b', [1]],
  ['0xc6a377bfc4eb120024a8ac08eef205be16b817020812c73223e81d1bdb9708ec', [1]],
  ['0x89b1add15eff56b3dfe299ad94e01f2b52fbcb80ae1a3baea6ae8c04cb2b98a4', [1]],
])
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const ZERO_WORD = '0x000000000000000000000000'
const DIGITS_OF_A_WORD = 64

/** What one address may say of another in a transaction, and be looked at. */
const MAX_OF_EMITTER = 100
/** Between two turns for others: about two milliseconds. */
const LOGS_A_TURN = 250

/** A log with its place among those of its transaction. */
export type PlacedLog = WatchedLog & { at: number }
/** What of a transaction is about the set. `leftOut`: logs and payments that name an address and are not looked at, by address. */
export type Named = { logs: PlacedLog[]; inside: InternalTransfer[]; leftOut: Map<Address, number> }
/** Addresses that a block is about, the transactions that name them, and those that logged anything at all. */
export type Parties = { addresses: Set<Address>; transactions: Map<Hex, Named>; logging: Map<Hex, number> }

/** What one address paid and was paid inside of a transaction. `at`: the payment's place in the block. */
type PaidOf = {
  hash: Hex
  party: Address
  largest: (Moved & { payment: InternalTransfer; at: number })[]
  seen: number
}

/**
 * Returns the addresses of the set that the block is about: senders, called accounts, and parties of transfers and
 * approvals. One look at each log, so that a block without them costs next to nothing. Only logs that name one of the set
 * are kept, up to a limit per contract and address in a transaction, since a contract can log any number.
 */
export async function partiesOf(
  { chain, transactions, logs, inside = [] }: Pick<WatchedBlock, 'chain' | 'transactions' | 'logs' | 'inside'>,
  watched: WatchedSet,
): Promise<Parties> {
  const found: Parties = { addresses: new Set(), transactions: new Map(), logging: new Map() }
  const said = new Map<Hex, Map<string, number>>()
  const namedIn = (hash: Hex): Named => {
    const known = found.transactions.get(hash)
    if (known !== undefined) return known
    const made: Named = { logs: [], inside: [], leftOut: new Map() }
    found.transactions.set(hash, made)
    return made
  }
  /** The address in a text, when it is watched. */
  const look = (text: string | undefined, at: number): Address | null => {
    if (text === undefined || !watched.has(text, at, chain)) return null
    const address: Address = `0x${text.slice(at, at + 40)}`
    found.addresses.add(address)
    return address
  }
  for (const { hash, from, to } of transactions)
    if (look(from, 2) !== null || (to !== null && look(to, 2) !== null)) namedIn(hash)

  for (const [index, log] of logs.entries()) {
    if (index % LOGS_A_TURN === LOGS_A_TURN - 1) await setImmediate()
    const { address: emitter, transactionHash: hash } = log
    const at = found.logging.get(hash) ?? 0
    found.logging.set(hash, at + 1)
    const parties = partiesOfLog(log, look)
    if (parties.length === 0) continue
    const { logs: kept, leftOut } = namedIn(hash)
    const counts = said.get(hash) ?? new Map<string, number>()
    said.set(hash, counts)
    let isKept = false
    for (const party of parties) {
      const before = counts.get(emitter + party) ?? 0
      counts.set(emitter + party, before + 1)
      if (before < MAX_OF_EMITTER) isKept = true
      else leftOut.set(party, (leftOut.get(party) ?? 0) + 1)
    }
    if (isKept) kept.push({ ...log, at })
  }

  const paid = new Map<string, PaidOf>()
  for (const [at, payment] of inside.entries()) {
    if (at % LOGS_A_TURN === LOGS_A_TURN - 1) await setImmediate()
    const { transactionHash: hash, from, to } = payment
    const parties = [look(from, 2), look(to, 2)].filter((party) => party !== null)
    if (parties.length === 0 || from === to) continue
    for (const party of parties) {
      const ofOne = paid.get(hash + party) ?? { hash, party, largest: [], seen: 0 }
      paid.set(hash + party, ofOne)
      ofOne.seen++
      ofOne.largest.push({ payment, at, isOut: from === party, amount: payment.value })
      if (ofOne.largest.length === 2 * MAX_OF_EMITTER) ofOne.largest = largestOf(ofOne.largest)
    }
  }
  const kept = new Map<number, InternalTransfer>()
  for (const { hash, party, largest, seen } of paid.values()) {
    for (const { at, payment } of largestOf(largest)) kept.set(at, payment)
    const { leftOut } = namedIn(hash)
    if (seen > MAX_OF_EMITTER) leftOut.set(party, (leftOut.get(party) ?? 0) + seen - MAX_OF_EMITTER)
  }
  for (const [, payment] of [...kept].sort(([a], [b]) => a - b)) namedIn(payment.transactionHash).inside.push(payment)
  return found
}

/** Dust, which costs next to nothing, must not push aside what is taken. */
function largestOf(payments: PaidOf['largest']): PaidOf['largest'] {
  return payments.length > MAX_OF_EMITTER ? payments.sort(compareOutgoingFirst).slice(0, MAX_OF_EMITTER) : payments
}

function partiesOfLog({ topics, data }: WatchedLog, look: (text: string, at: number) => Address | null): Address[] {
  const [event] = topics
  const places = event === undefined ? undefined : PARTIES.get(event)
  if (places === undefined) return []
  const parties = new Set<Address>()
  const add = (party: Address | null) => {
    if (party !== null) parties.add(party)
  }
  for (const place of places) {
    const topic = topics[place]
    if (topic?.startsWith(ZERO_WORD)) add(look(topic, 26))
  }
  // Tokens from before indexed arguments put both into the data.
  if (topics.length === 1 && event === TRANSFER && data.length >= 2 + 3 * DIGITS_OF_A_WORD) {
    add(look(data, 26))
    add(look(data, 26 + DIGITS_OF_A_WORD))
  }
  return [...parties]
}
