import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { patient } from '../../lib/patience.ts'
import { EVENTS, transfersOf, ZERO_ADDRESS } from '../decode/emittedLogs.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import { word } from '../trade/trader.ts'
import { type EntryCall, type Payment, selectorOf } from './entryCall.ts'

/** Blocks whose logs are read, and of those the newest transactions. */
const LOG_BLOCKS = 2_000n
const MAX_TRANSACTIONS = 24
/** Milliseconds for the logs of all these blocks, and the blocks that are read instead where they are too many for that. */
const LOGS_MS = 1_000
const BUSY_BLOCKS = 50n
const MAX_LISTED = 25
/** Calls whose receipts are read. */
const MAX_RECEIPTS = 6
const MAX_MS = 1_500
/** Characters of call data with a selector and one word. */
const WORD_AND_SELECTOR = 2 + 8 + 64 - 1

/**
 * Calls of the past as far as they could be read. `failure`: why some may be missing; null: the newest ones are here. Older calls and further
 * functions than are asked for are no failure.
 */
export type PastRead<Call> = { calls: Call[]; failure: Error | null }

type Past = Pick<ChainSource, 'logs' | 'sentTransaction' | 'receipt' | 'accountTransactions'>

/**
 * Returns the newest call of each function by which users paid a contract lately, with the tokens that it took of them: by its logs and
 * the transfers to it, else by the list of its transactions where a node gives one.
 */
export async function pastCalls(
  chain: Past,
  { block, address }: { block: PinnedBlock; address: Address },
  signal: AbortSignal,
): Promise<PastRead<EntryCall>> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(patient(MAX_MS))])
  const { calls, failure } = await recentCalls(chain, { block, address }, within, signal)
  const newest = [...new Map(calls.toReversed().map((call) => [selectorOf(call), call])).values()]
  const asked = newest.toSorted((a, b) => Number(b.value > 0n) - Number(a.value > 0n)).slice(0, MAX_RECEIPTS)
  return joined(failure, await Promise.all(asked.map((call) => orFailure(withTokens(chain, call, within), signal))))
}

/** A transaction to the contract that moved tokens of an account which did not send it. */
export type PaidCall = Omit<EntryCall, 'tokens'> & { payer: Address; tokens: readonly Payment[] }

/**
 * Returns the newest of those calls of each function, of the ones that `isAsked`. An account that got something for its tokens sold them, and
 * is no payer.
 */
export async function paidCalls(
  chain: Past,
  { block, address, isAsked }: { block: PinnedBlock; address: Address; isAsked(data: Hex): boolean },
  signal: AbortSignal,
): Promise<PastRead<PaidCall>> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(patient(MAX_MS))])
  const past = await recentCalls(chain, { block, address }, within, signal)
  const asked = past.calls.filter(({ data }) => isAsked(data)).slice(0, MAX_RECEIPTS)
  const read = asked.map((call) => orFailure(withPayer(chain, { address, call }, within), signal))
  const { calls, failure } = joined(past.failure, await Promise.all(read))
  return { calls: [...new Map(calls.toReversed().map((call) => [selectorOf(call), call])).values()], failure }
}

/** A transaction to the contract that paid tokens of the contract to its sender, or to an account which its data names. */
export type PayoutCall = Pick<EntryCall, 'from' | 'data'> & { receiver: Address } & Payment

/** Returns the newest of those calls of each function, without those that sent coins along. */
export async function payoutCalls(
  chain: Past,
  { block, address }: { block: PinnedBlock; address: Address },
  signal: AbortSignal,
): Promise<PastRead<PayoutCall>> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(patient(MAX_MS))])
  const { calls, failure } = await recentCalls(chain, { block, address }, within, signal)
  const newest = [...new Map(calls.toReversed().map((call) => [selectorOf(call), call])).values()]
  const read = newest
    .filter(({ value, data }) => value === 0n && data.length > WORD_AND_SELECTOR)
    .slice(0, MAX_RECEIPTS)
    .map((call) => orFailure(withReceiver(chain, { address, call }, within), signal))
  return joined(failure, await Promise.all(read))
}

/** A call of the contract, by its sender. */
export type SentCall = Pick<EntryCall, 'from' | 'data'>

/** Returns the newest calls of the contract that sent no coins along, of each function the newest one first. */
export async function sentCalls(
  chain: Past,
  { block, address }: { block: PinnedBlock; address: Address },
  signal: AbortSignal,
): Promise<PastRead<SentCall>> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(patient(MAX_MS))])
  const { calls, failure } = await recentCalls(chain, { block, address }, within, signal)
  return { calls: calls.flatMap(({ from, value, data }) => (value === 0n ? [{ from, data }] : [])), failure }
}

/** The call with another receiver wherever its data names the old one. */
export function redirected(data: Hex, receiver: Address, other: Address): Hex {
  return `${data.slice(0, 10)}${data.slice(10).replaceAll(receiver.slice(2), other.slice(2))}` as Hex
}

/** What was asked, or why it was not read. */
async function orFailure<Value>(asked: Promise<Value>, signal: AbortSignal): Promise<Value | Error> {
  return asked.catch((error: unknown) => {
    signal.throwIfAborted()
    return error instanceof Error ? error : new Error(String(error))
  })
}

function joined<Call>(failure: Error | null, read: readonly (Call[] | Error)[]): PastRead<Call> {
  const failed = read.find((one) => one instanceof Error)
  return { calls: read.flatMap((one) => (one instanceof Error ? [] : one)), failure: failure ?? failed ?? null }
}

async function recentCalls(
  chain: Past,
  asked: { block: PinnedBlock; address: Address },
  within: AbortSignal,
  signal: AbortSignal,
): Promise<PastRead<PastCall>> {
  const logged = await loggedCalls(chain, asked, within, signal)
  if (logged.calls.length > 0) return logged
  const listed = await orFailure(listedCalls(chain, asked, within), signal)
  if (listed instanceof Error) return { calls: [], failure: logged.failure ?? listed }
  // Most nodes list no transactions: the logs are all that they tell.
  return listed === null ? logged : { calls: listed, failure: null }
}

type PastCall = Omit<EntryCall, 'tokens'> & { hash: Hex }

/** Calls by the logs of the last blocks: of few of them where a busy contract has too many to read in time. */
async function loggedCalls(
  chain: Past,
  { block, address }: { block: PinnedBlock; address: Address },
  within: AbortSignal,
  signal: AbortSignal,
): Promise<PastRead<PastCall>> {
  const logs = await orFailure(
    logsOf(LOG_BLOCKS, AbortSignal.any([within, AbortSignal.timeout(patient(LOGS_MS))])),
    signal,
  )
  const newest = logs instanceof Error ? await orFailure(logsOf(BUSY_BLOCKS, within), signal) : logs
  if (newest instanceof Error) return { calls: [], failure: newest }
  const sorted = newest.toSorted((a, b) => Number(b.blockNumber - a.blockNumber))
  const hashes = [...new Set(sorted.map(({ transactionHash }) => transactionHash))].slice(0, MAX_TRANSACTIONS)
  const sent = await Promise.all(hashes.map((hash) => orFailure(chain.sentTransaction(hash, within), signal)))
  const calls = sent.flatMap((one) => {
    if (one === null || one instanceof Error || one.transaction.to !== address) return []
    const { from, value, data } = one.transaction
    return [{ hash: one.hash, from, value, data }]
  })
  const unsent = sent.includes(null) ? new Error('the node does not know a transaction whose logs it gave') : null
  const failed = sent.find((one) => one instanceof Error) ?? unsent
  const isWhole = hashes.length === MAX_TRANSACTIONS || !(logs instanceof Error)
  return { calls, failure: failed ?? (isWhole ? null : (logs as Error)) }

  async function logsOf(blocks: bigint, limit: AbortSignal) {
    const fromBlock = block.number > blocks ? block.number - blocks : 0n
    const range = { fromBlock, toBlock: block.number, pin: block }
    const to = { topics: [EVENTS.Transfer, null, `0x${word(address)}` as const], ...range }
    return (await Promise.all([chain.logs({ address: [address], ...range }, limit), chain.logs(to, limit)])).flat()
  }
}

/** Calls by the list of the contract's transactions; null where no node gives one. */
async function listedCalls(
  chain: Past,
  { block, address }: { block: PinnedBlock; address: Address },
  signal: AbortSignal,
): Promise<PastCall[] | null> {
  const page = await chain.accountTransactions(address, { before: block.number + 1n }, MAX_LISTED, signal)
  if (page === null) return null
  return page.transactions.flatMap(({ hash, from, to, value, data, success }) =>
    to === address && success !== false ? [{ hash, from, value, data }] : [],
  )
}

/** The call with what it took of its sender; nothing where it paid nothing, or failed. */
async function withTokens(chain: Past, { hash, ...call }: PastCall, signal: AbortSignal): Promise<EntryCall[]> {
  const { success, logs } = await chain.receipt(hash, signal)
  if (!success) return []
  const taken = new Map<Address, bigint>()
  for (const { standard, token, from, amount } of transfersOf(logs.map((log) => ({ ...log, selector: '0x' as const }))))
    if (standard === 'erc20' && from === call.from) taken.set(token, (taken.get(token) ?? 0n) + amount)
  const tokens = [...taken].map(([token, amount]) => ({ token, amount }))
  return call.value > 0n || tokens.length > 0 ? [{ ...call, tokens }] : []
}

async function withPayer(
  chain: Past,
  { address, call: { hash, ...call } }: { address: Address; call: PastCall },
  signal: AbortSignal,
): Promise<PaidCall[]> {
  const { success, logs } = await chain.receipt(hash, signal)
  if (!success) return []
  const moved = transfersOf(logs.map((log) => ({ ...log, selector: '0x' as const }))).filter(
    ({ standard, amount }) => standard === 'erc20' && amount > 0n,
  )
  const paid = new Set(moved.map(({ to }) => to))
  const payer = moved.find(
    ({ from }) => from !== call.from && from !== address && from !== ZERO_ADDRESS && !paid.has(from),
  )?.from
  if (payer === undefined) return []
  const sums = new Map<Address, bigint>()
  for (const { from, token, amount } of moved) if (from === payer) sums.set(token, (sums.get(token) ?? 0n) + amount)
  return [{ ...call, payer, tokens: [...sums].map(([token, amount]) => ({ token, amount })) }]
}

async function withReceiver(
  chain: Past,
  { address, call: { hash, from, data } }: { address: Address; call: PastCall },
  signal: AbortSignal,
): Promise<PayoutCall[]> {
  const { success, logs } = await chain.receipt(hash, signal)
  if (!success) return []
  const paid = transfersOf(logs.map((log) => ({ ...log, selector: '0x' as const }))).find(
    ({ standard, from: payer, to, amount }) =>
      standard === 'erc20' && payer === address && amount > 0n && (to === from || data.includes(to.slice(2))),
  )
  return paid === undefined ? [] : [{ from, data, receiver: paid.to, token: paid.token, amount: paid.amount }]
}
