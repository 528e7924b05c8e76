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
const MAX_LISTED = 25
/** Calls whose receipts are read. */
const MAX_RECEIPTS = 6
const MAX_MS = 1_500
/** Characters of call data with a selector and one word. */
const WORD_AND_SELECTOR = 2 + 8 + 64 - 1

/**
 * Returns the newest call of each function by which users paid a contract lately, with the tokens that it took of them: by its logs and
 * the transfers to it, else by the list of its transactions where a node gives one. Empty where no source tells.
 */
export async function pastCalls(
  chain: ChainSource,
  { block, address }: { block: PinnedBlock; address: Address },
  signal: AbortSignal,
): Promise<EntryCall[]> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(patient(MAX_MS))])
  const calls = await recentCalls(chain, { block, address }, within, signal)
  const newest = [...new Map(calls.toReversed().map((call) => [selectorOf(call), call])).values()]
  const paid = await Promise.all(
    newest
      .toSorted((a, b) => Number(b.value > 0n) - Number(a.value > 0n))
      .slice(0, MAX_RECEIPTS)
      .map((call) => orNothing(withTokens(chain, call, within), signal)),
  )
  return paid.flat()
}

/** A transaction to the contract that moved tokens of an account which did not send it. */
export type PaidCall = Omit<EntryCall, 'tokens'> & { payer: Address; tokens: readonly Payment[] }

/**
 * Returns the newest of those calls of each function, of the ones that `isAsked`. An account that got something for its tokens sold them, and
 * is no payer.
 */
export async function paidCalls(
  chain: ChainSource,
  { block, address, isAsked }: { block: PinnedBlock; address: Address; isAsked(data: Hex): boolean },
  signal: AbortSignal,
): Promise<PaidCall[]> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(patient(MAX_MS))])
  const calls = (await recentCalls(chain, { block, address }, within, signal)).filter(({ data }) => isAsked(data))
  const read = calls
    .slice(0, MAX_RECEIPTS)
    .map((call) => orNothing(withPayer(chain, { address, call }, within), signal))
  const paid = (await Promise.all(read)).flat()
  return [...new Map(paid.toReversed().map((call) => [selectorOf(call), call])).values()]
}

/** A transaction to the contract that paid tokens of the contract to its sender, or to an account which its data names. */
export type PayoutCall = Pick<EntryCall, 'from' | 'data'> & { receiver: Address } & Payment

/** Returns the newest of those calls of each function, without those that sent coins along. */
export async function payoutCalls(
  chain: ChainSource,
  { block, address }: { block: PinnedBlock; address: Address },
  signal: AbortSignal,
): Promise<PayoutCall[]> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(patient(MAX_MS))])
  const calls = await recentCalls(chain, { block, address }, within, signal)
  const newest = [...new Map(calls.toReversed().map((call) => [selectorOf(call), call])).values()]
  const read = newest
    .filter(({ value, data }) => value === 0n && data.length > WORD_AND_SELECTOR)
    .slice(0, MAX_RECEIPTS)
    .map((call) => orNothing(withReceiver(chain, { address, call }, within), signal))
  return (await Promise.all(read)).flat()
}

/** The call with another receiver wherever its data names the old one. */
export function redirected(data: Hex, receiver: Address, other: Address): Hex {
  return `${data.slice(0, 10)}${data.slice(10).replaceAll(receiver.slice(2), other.slice(2))}` as Hex
}

async function orNothing<Value>(asked: Promise<Value[]>, signal: AbortSignal): Promise<Value[]> {
  return asked.catch(() => {
    signal.throwIfAborted()
    return []
  })
}

async function recentCalls(
  chain: ChainSource,
  asked: { block: PinnedBlock; address: Address },
  within: AbortSignal,
  signal: AbortSignal,
): Promise<PastCall[]> {
  const byLogs = await orNothing(loggedCalls(chain, asked, within), signal)
  return byLogs.length > 0 ? byLogs : orNothing(listedCalls(chain, asked, within), signal)
}

type PastCall = Omit<EntryCall, 'tokens'> & { hash: Hex }

async function loggedCalls(
  chain: ChainSource,
  { block, address }: { block: PinnedBlock; address: Address },
  signal: AbortSignal,
): Promise<PastCall[]> {
  const fromBlock = block.number > LOG_BLOCKS ? block.number - LOG_BLOCKS : 0n
  const range = { fromBlock, toBlock: block.number, pin: block }
  const to = { topics: [EVENTS.Transfer, null, `0x${word(address)}` as const], ...range }
  const [own, received] = await Promise.all([
    chain.logs({ address: [address], ...range }, signal),
    chain.logs(to, signal),
  ])
  const newest = [...own, ...received].toSorted((a, b) => Number(b.blockNumber - a.blockNumber))
  const hashes = [...new Set(newest.map(({ transactionHash }) => transactionHash))].slice(0, MAX_TRANSACTIONS)
  const sent = await Promise.all(hashes.map((hash) => chain.sentTransaction(hash, signal)))
  return sent.flatMap((one) => {
    if (one === null || one.transaction.to !== address) return []
    const { from, value, data } = one.transaction
    return [{ hash: one.hash, from, value, data }]
  })
}

async function listedCalls(
  chain: ChainSource,
  { block, address }: { block: PinnedBlock; address: Address },
  signal: AbortSignal,
): Promise<PastCall[]> {
  const page = await chain.accountTransactions(address, { before: block.number + 1n }, MAX_LISTED, signal)
  return (page?.transactions ?? []).flatMap(({ hash, from, to, value, data, success }) =>
    to === address && success !== false ? [{ hash, from, value, data }] : [],
  )
}

/** The call with what it took of its sender; nothing where it paid nothing, or failed. */
async function withTokens(chain: ChainSource, { hash, ...call }: PastCall, signal: AbortSignal): Promise<EntryCall[]> {
  const { success, logs } = await chain.receipt(hash, signal)
  if (!success) return []
  const taken = new Map<Address, bigint>()
  for (const { standard, token, from, amount } of transfersOf(logs.map((log) => ({ ...log, selector: '0x' as const }))))
    if (standard === 'erc20' && from === call.from) taken.set(token, (taken.get(token) ?? 0n) + amount)
  const tokens = [...taken].map(([token, amount]) => ({ token, amount }))
  return call.value > 0n || tokens.length > 0 ? [{ ...call, tokens }] : []
}

async function withPayer(
  chain: ChainSource,
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
  chain: ChainSource,
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
