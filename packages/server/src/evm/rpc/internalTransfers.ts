import { setImmediate } from 'node:timers/promises'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { MalformedAnswer, readAddress, readArray, readHash, readObject, readQuantity } from './rpcValues.ts'

/** Coins that a call inside a transaction moved. `path` is the call's place in its transaction, whichever block that is in. */
export type InternalTransfer = { transactionHash: Hex; from: Address; to: Address; value: bigint; path: string }

/** Identity of a block that an answer must be about. `untraced`: its transaction that nodes need not trace. */
type Traced = { hash: Hex; transactions: readonly { hash: Hex }[]; untraced?: Hex | null }
/** Between two turns for others: a few milliseconds. */
const CALLS_A_TURN = 1_000

type Frame = { frame: Record<string, unknown>; path: string }

/**
 * Of `debug_traceBlockByHash` with the callTracer.
 * @throws MalformedAnswer when a transaction of the block is missing, but for `untraced`, or was not traced to its end.
 */
export async function readCallTraces(result: unknown, { transactions, untraced }: Traced): Promise<InternalTransfer[]> {
  const traces = readArray(result, 'traces').map((one) => readObject(one, 'trace'))
  const named = new Map(traces.map((trace) => [trace.txHash, trace]))
  const paid: InternalTransfer[] = []
  const turns = { calls: 0 }
  const left = transactions.filter(({ hash }) => hash !== untraced)
  // Older nodes do not say which is which: then there is one for each.
  const inOrder = [transactions, left].find(({ length }) => named.has(undefined) && length === traces.length) ?? []
  const places = new Map(inOrder.map(({ hash }, index) => [hash, index]))
  for (const { hash } of transactions) {
    const trace = named.get(hash) ?? traces[places.get(hash) ?? -1]
    if (trace?.result == null && hash === untraced) continue
    if (trace?.result == null) throw new MalformedAnswer('traces: a transaction is missing', hash)
    for (const one of await paidWithin(readObject(trace.result, 'call'), turns))
      paid.push({ transactionHash: hash, ...one })
  }
  return paid
}

/** Returns the payments of the calls below one; reverted calls moved nothing. */
async function paidWithin(
  outermost: Record<string, unknown>,
  turns: { calls: number },
): Promise<Omit<InternalTransfer, 'transactionHash'>[]> {
  const paid: Omit<InternalTransfer, 'transactionHash'>[] = []
  const open: Frame[] = [{ frame: outermost, path: '' }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (++turns.calls % CALLS_A_TURN === 0) await setImmediate()
    const { frame, path } = next
    const { type, from, to, value, error } = frame
    if (error != null) continue
    // A delegate call carries its caller's value along without moving it.
    const moves = path !== '' && ['CALL', 'CREATE', 'CREATE2', 'SELFDESTRUCT'].includes(String(type)) && value != null
    const amount = moves ? readQuantity(value, 'value') : 0n
    if (amount > 0n && to != null) paid.push({ from: readAddress(from), to: readAddress(to), value: amount, path })
    const calls = frame.calls == null ? [] : readArray(frame.calls, 'calls')
    for (let at = calls.length - 1; at >= 0; at--)
      open.push({ frame: readObject(calls[at], 'call'), path: path === '' ? String(at) : `${path}.${at}` })
  }
  return paid
}

/**
 * Of `trace_block`, where calls stand in the order in which they were made.
 * @throws MalformedAnswer when it is of another block, or a transaction is missing, but for `untraced`.
 */
export async function readBlockTraces(
  result: unknown,
  { hash, transactions, untraced }: Traced,
): Promise<InternalTransfer[]> {
  const paid: InternalTransfer[] = []
  const traced = new Set<unknown>()
  /** The call that was undone last: those that follow and stand deeper are within it. */
  let undoneIn: Hex | null = null
  let undoneDepth = 0
  for (const [index, one] of readArray(result, 'traces').entries()) {
    if (index % CALLS_A_TURN === CALLS_A_TURN - 1) await setImmediate()
    const trace = readObject(one, 'trace')
    if (readHash(trace.blockHash) !== hash) throw new MalformedAnswer('trace: it is of another block', trace.blockHash)
    // Block rewards belong to no transaction.
    if (trace.transactionHash == null) continue
    const transactionHash = readHash(trace.transactionHash)
    traced.add(transactionHash)
    const path = readArray(trace.traceAddress, 'trace address').map(Number)
    if (undoneIn === transactionHash && path.length > undoneDepth) continue
    undoneIn = trace.error == null ? null : transactionHash
    undoneDepth = path.length
    const moved = path.length > 0 && undoneIn === null ? movedBy(trace) : null
    if (moved !== null && moved.value > 0n) paid.push({ transactionHash, ...moved, path: path.join('.') })
  }
  const missing = transactions.find((transaction) => !traced.has(transaction.hash) && transaction.hash !== untraced)
  if (missing !== undefined) throw new MalformedAnswer('traces: a transaction is missing', missing.hash)
  return paid
}

function movedBy({
  type,
  action: given,
  result,
}: Record<string, unknown>): Pick<InternalTransfer, 'from' | 'to' | 'value'> | null {
  const action = readObject(given, 'action')
  if (type === 'suicide')
    return {
      from: readAddress(action.address),
      to: readAddress(action.refundAddress),
      value: readQuantity(action.balance),
    }
  if (type !== 'create' && (type !== 'call' || action.callType !== 'call')) return null
  const to = type === 'create' ? readObject(result, 'creation').address : action.to
  return { from: readAddress(action.from), to: readAddress(to), value: readQuantity(action.value) }
}
