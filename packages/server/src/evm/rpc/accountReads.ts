import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { ChainLimits } from './chainLimits.ts'
import type { ListedPage, ListedTransaction, NativePayment } from './chainSource.ts'
import type { EndpointPool } from './endpointPool.ts'
import { createOptionalRead } from './optionalRead.ts'
import { readAddress, readArray, readData, readHash, readObject, readQuantity } from './rpcValues.ts'

/** Reads from nodes that index accounts or trace blocks. Data that no endpoint offers or keeps is null, never an error. */
export type AccountReads = {
  transactions(address: Address, part: { before: bigint } | { after: bigint }, size: number): Promise<ListedPage | null>
  paymentsBy(hash: Hex): Promise<NativePayment[] | null>
  paymentsIn(blockNumber: bigint): Promise<(NativePayment & { transaction: Hex })[] | null>
}

/** What mined transactions moved is asked again after so many milliseconds: a reorganisation may mine one anew. */
const KEPT_MS = 60_000
/** Transactions whose movements are kept, and the most movements of one that is. */
const MAX_KEPT = 2_000
const MAX_KEPT_PAYMENTS = 32

type KeptPayments = { at: number; payments: Promise<NativePayment[] | null> }

/** @param now Unix milliseconds. */
export function createAccountReads(
  pool: EndpointPool,
  limits: ChainLimits,
  now: () => number = Date.now,
): AccountReads {
  const ask = createOptionalRead(pool, limits)
  const kept = new Map<Hex, KeptPayments>()

  function askPayments(hash: Hex): Promise<NativePayment[] | null> {
    return ask('ots_getInternalOperations', [hash], (result) =>
      readArray(result, 'operations').map((one) => {
        const { from, to, value } = readObject(one, 'operation')
        return { from: readAddress(from), to: readAddress(to), value: readQuantity(value) }
      }),
    )
  }

  /** Each scan of an account asks for the same: its history grows by a transaction now and then. */
  function paymentsBy(hash: Hex): Promise<NativePayment[] | null> {
    const known = kept.get(hash)
    if (known !== undefined && now() - known.at < KEPT_MS) return known.payments
    const one: KeptPayments = { at: now(), payments: askPayments(hash) }
    kept.delete(hash)
    kept.set(hash, one)
    const [oldest] = kept.keys()
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest)
    const forget = () => void (kept.get(hash) === one && kept.delete(hash))
    one.payments.then((payments) => (payments === null || payments.length > MAX_KEPT_PAYMENTS) && forget(), forget)
    return one.payments
  }

  return {
    transactions: (address, part, size) =>
      'before' in part
        ? ask('ots_searchTransactionsBefore', [address, Number(part.before), size], readPage)
        : ask('ots_searchTransactionsAfter', [address, Number(part.after), size], readPage),
    paymentsBy,
    paymentsIn: (blockNumber) => ask('trace_block', [`0x${blockNumber.toString(16)}`], readPayments),
  }
}

/** Otterscan's API, level 8: transactions and receipts side by side, newest first. */
function readPage(result: unknown): ListedPage {
  const { txs, receipts, firstPage, lastPage } = readObject(result, 'page')
  const told = new Map(
    readArray(receipts, 'receipts').map((one) => {
      const { transactionHash, status, timestamp } = readObject(one, 'receipt')
      const at = timestamp == null ? null : Number(typeof timestamp === 'number' ? timestamp : readQuantity(timestamp))
      return [readHash(transactionHash), { success: status == null ? null : readQuantity(status) === 1n, at }]
    }),
  )
  const transactions = readArray(txs, 'transactions').map((one): ListedTransaction => {
    const { hash, blockNumber, from, to, value, input } = readObject(one, 'transaction')
    const receipt = told.get(readHash(hash))
    return {
      hash: readHash(hash),
      blockNumber: readQuantity(blockNumber),
      timestamp: receipt?.at ?? null,
      from: readAddress(from),
      to: to == null ? null : readAddress(to),
      value: readQuantity(value),
      data: readData(input),
      success: receipt?.success ?? null,
    }
  })
  return { transactions, newest: firstPage === true, oldest: lastPage === true }
}

/** Returns calls and creations with value, and the balance of a selfdestruct. Reverted calls moved nothing. */
function readPayments(result: unknown): (NativePayment & { transaction: Hex })[] {
  const traces = readArray(result, 'traces').map((one) => readObject(one, 'trace'))
  const undone = traces.filter(({ error }) => error != null).map(pathOf)
  return traces.flatMap((trace) => {
    const { type, transactionHash } = trace
    if (transactionHash == null || undone.some((path) => isWithin(pathOf(trace), path))) return []
    const action = readObject(trace.action, 'action')
    const transaction = readHash(transactionHash)
    if (type === 'suicide') {
      const { address, refundAddress, balance } = action
      return [{ from: readAddress(address), to: readAddress(refundAddress), value: readQuantity(balance), transaction }]
    }
    if (type === 'create') {
      const { address } = readObject(trace.result, 'creation')
      return [
        { from: readAddress(action.from), to: readAddress(address), value: readQuantity(action.value), transaction },
      ]
    }
    // A delegate call carries its caller's value along without moving it.
    if (type !== 'call' || action.callType !== 'call') return []
    return [
      { from: readAddress(action.from), to: readAddress(action.to), value: readQuantity(action.value), transaction },
    ]
  })
}

function pathOf({ transactionHash, traceAddress }: Record<string, unknown>): unknown[] {
  return [transactionHash, ...(Array.isArray(traceAddress) ? traceAddress : [])]
}
function isWithin(path: readonly unknown[], outer: readonly unknown[]): boolean {
  return outer.every((step, at) => path[at] === step)
}
