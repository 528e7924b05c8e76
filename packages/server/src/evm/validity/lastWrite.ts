import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { ContractFunction, LocatedSlots } from '@redoubt/risk/facts/bytecode.ts'
import type { StateDiff } from '@redoubt/risk/facts/execution.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import type { ExecutedWrite, OpenSlot, SlotWriter } from '@redoubt/risk/facts/validityFacts.ts'
import { keccak256 } from 'viem/utils'
import { NETWORKS } from '../../chains/index.ts'
import { argumentPlan } from '../privileges/calls/argumentPlan.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import type { SlotPlace } from './locateSlots.ts'
import { UNUSED_ACCOUNT } from './otherWords.ts'

/** Blocks whose state nodes keep that are no archives: 128, less what the head moves on meanwhile. */
const KEPT_BY_ALL = 120n
/** Blocks looked into side by side; a day takes four rounds of them. */
const PROBES = 16n

/**
 * The last change of a slot within about a day before the pinned block, found by looking into ever smaller stretches; who
 * made it, when one transaction of that block called the contract or left logs of it. A value that went and came back between two
 * looks is not seen. Null: no change seen, or the node keeps no such state.
 */
export async function lastWrite(
  chain: ChainSource,
  { block, contract, slot, value }: { block: PinnedBlock; contract: Address; slot: Hex; value: Hex },
  signal: AbortSignal,
): Promise<OpenSlot['lastWrite']> {
  const differs = async (number: bigint) =>
    (await chain.storage(await chain.blockAt(number, signal), contract, slot, signal)) !== value
  const start = (blocks: bigint) => (block.number > blocks ? block.number - blocks : 0n)
  try {
    let low = start(NETWORKS[block.chain].blocks.inADay)
    const changed = await differs(low).catch(() => {
      signal.throwIfAborted()
      low = start(KEPT_BY_ALL)
      return differs(low)
    })
    if (!changed) return null
    let high = block.number
    while (high - low > 1n) {
      const step = (high - low) / (PROBES + 1n) || 1n
      const numbers: bigint[] = []
      for (let at = low + step; at < high && numbers.length < Number(PROBES); at += step) numbers.push(at)
      const answers = await Promise.all(numbers.map(differs))
      const last = answers.lastIndexOf(true)
      high = numbers[last + 1] ?? high
      low = numbers[last] ?? low
    }
    return await writeIn(chain, { block, contract, number: high }, signal)
  } catch {
    signal.throwIfAborted()
    return null
  }
}

async function writeIn(
  chain: ChainSource,
  { block, contract, number }: { block: PinnedBlock; contract: Address; number: bigint },
  signal: AbortSignal,
): Promise<OpenSlot['lastWrite']> {
  const [at, codeBefore, logs, sent] = await Promise.all([
    chain.blockAt(number, signal),
    chain.codeAt(block, number - 1n, contract, signal),
    chain.logs({ address: [contract], fromBlock: number, toBlock: number, pin: block }, signal).catch(() => []),
    chain.transactionsIn(number, signal).catch(() => []),
  ])
  const named = new Set(logs.map(({ transactionHash }) => transactionHash))
  const calls = sent.filter(({ hash, transaction }) => transaction.to === contract || named.has(hash))
  // Of several that touched it, which one wrote is not told by the block alone.
  const only = calls.length === 1 ? calls[0] : undefined
  return {
    blockNumber: number,
    timestamp: at.timestamp,
    by: only?.transaction.from ?? null,
    transactionHash: only?.hash ?? null,
    creation: codeBefore === '0x',
  }
}

/** All code that runs on one contract's storage. `complete` false: functions, or their writes, may be missing. */
export type StorageCode = { functions: readonly ContractFunction[]; slots: readonly LocatedSlots[]; complete: boolean }

/**
 * Kind of a read slot, from the sender's view. `own`: its balances, allowances and entries that only the account itself writes.
 * `fixed`: no code writes it. `market`: ordinary use by any account moves it. `open`: another account may set it.
 */
type SlotKind = 'own' | 'fixed' | 'market' | 'open'

type ClassifiedSlot = { kind: SlotKind; writers: readonly ContractFunction[] }

/**
 * Classifies a slot by the functions that write it: whether others can change it before inclusion. `changed`: the transaction
 * itself changes it, as trades change reserves; `mine`: an entry of an account whose assets are at stake. Other accounts write
 * their own entries: a flag may be an account's own statement.
 */
export function classifySlot(
  place: SlotPlace | null,
  { functions, slots, complete }: StorageCode,
  changed: boolean,
  mine = true,
): ClassifiedSlot {
  const entry = mine ? 'own' : changed ? 'market' : 'open'
  // An entry without a known mapping: its writer is unknown.
  if (place === null) return { kind: changed ? 'market' : 'open', writers: [] }
  const { base, keys } = place
  const writers = functions.filter(({ writes }) => writes.includes(base))
  const personal = slots.some(({ balances, allowances }) => base === balances || base === allowances)
  if (keys.length > 0 && personal) return { kind: entry, writers }
  if (slots.some(({ totalSupply }) => totalSupply === base) && keys.length === 0) return { kind: 'market', writers }
  if (writers.length === 0) return { kind: complete ? 'fixed' : changed ? 'market' : 'open', writers }
  const gated = writers.filter((writer) => writer.gated)
  // Open functions write entries of their caller: of a personal entry, only privileged writers count as others.
  if (keys.length > 0) return gated.length === 0 ? { kind: entry, writers } : { kind: 'open', writers: gated }
  return { kind: changed && gated.length === 0 ? 'market' : 'open', writers }
}

/** Whether the transaction changes a slot. */
export function changes(diff: StateDiff, contract: Address, slot: Hex): boolean {
  return diff[contract]?.storage[slot] !== undefined
}

/** A call that may set a slot, with the record of it for when it was executed. `storage` admits its caller where a list decides. */
export type WriteCall = { call: Transaction; storage: Record<Address, Record<Hex, Hex>>; write: ExecutedWrite }

/** Limits of ways to call one function as one account, and of calls for one slot. */
const MAX_WAYS = 12

const MAX_CALLS = 24

/** Returns plausible calls of the functions that write a slot, by accounts that may make them; a stranger calls the open functions. */
export function writeCalls(
  contract: Address,
  {
    functions,
    writers,
    sender,
  }: {
    functions: readonly ContractFunction[]
    writers: readonly SlotWriter[]
    sender: Address
  },
): WriteCall[] {
  const calls = writers.flatMap((writer) => {
    const called = functions.find(({ selector }) => selector === writer.selector)
    if (called === undefined) return []
    const stranger = { address: UNUSED_ACCOUNT, account: 'anyone' } as const
    const admitted = { address: UNUSED_ACCOUNT, account: 'unknown' } as const
    // No account stands in the words that the gate reads, so it is a list: a made-up account is put on it.
    const listed = writer.caller === 'privileged' && writer.by.length === 0
    const storage = listed ? { [contract]: entries(called.gatedBy) } : {}
    const callers = writer.caller === 'anyone' ? [stranger] : listed ? [admitted] : writer.by
    return callers
      .filter(({ account, address }) => account !== 'burned' && address !== sender)
      .flatMap(({ address: caller, account }) =>
        argumentPlan(called, {
          holder: sender,
          caller,
          pool: null,
          others: [UNUSED_ACCOUNT],
          contracts: [contract],
          amounts: [],
          tokenId: null,
        })
          .slice(0, MAX_WAYS)
          .map(
            ({ data, args }): WriteCall => ({
              storage,
              call: { from: caller, to: contract, value: 0n, data },
              write: { caller, account, selector: called.selector, signature: called.signature, args },
            }),
          ),
      )
  })
  return calls.slice(0, MAX_CALLS)
}

/** Returns the entries of account mappings for a made-up account, all of them true. */
function entries(bases: readonly Hex[]): Record<Hex, Hex> {
  const key = `0x${UNUSED_ACCOUNT.slice(2).padStart(64, '0')}` as const
  const slots = bases.map((base) => [keccak256(`${key}${base.slice(2)}`), TRUE])
  return Object.fromEntries(slots)
}

const TRUE: Hex = `0x${'1'.padStart(64, '0')}`
