import type { Hex } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { AddressSpelling } from '@redoubt/risk/facts/transaction.ts'
import { getAddress } from 'viem/utils'
import { ApiError, apiErrorOf } from '../../../errors.ts'
import type { ScanContext } from '../scanContext.ts'
import type { TransactionScanInput, TransactionScanResult } from './scanTransaction.ts'
import type { FindersFor, FindTransaction, KnownTransaction, TransactionSources } from './transactionSources.ts'

export type SentTransactionInput = {
  hash: Hex
  /** Null: all of them. */
  chain: Chain | null
  simulate: boolean
  explain: boolean
  /** Whether the answer lists every call of the execution. */
  trace?: boolean
  deadlineMs: number
}

/** `data` of GET /v1/scan/transaction/{hash}. */
export type SentTransactionResult = TransactionScanResult & {
  transaction: {
    hash: Hex
    chain: Chain
    status: 'mined' | 'pending'
    blockNumber: string | null
    transactionIndex: number | null
    from: string
    to: string | null
    /** Of a mined one: as the receipt says. Null while it is pending, or when the receipt could not be read. */
    success: boolean | null
    gasUsed: string | null
    source: 'trace' | 'replay' | 'receipt' | null
  }
}

type Scan = (
  sources: TransactionSources,
  input: TransactionScanInput,
  context: ScanContext,
) => Promise<TransactionScanResult>

/**
 * Builds GET /v1/scan/transaction/{hash}: a mined transaction is judged by what it did, where it did it; one that waits as
 * if it were about to be signed.
 * @throws ApiError NOT_FOUND when every network asked says that it does not know it; UPSTREAM_UNAVAILABLE naming a network
 * that could not be asked while the others say no.
 */
export function createSentTransactionScan(findersFor: FindersFor, scan: Scan) {
  return async function scanSent(input: SentTransactionInput, context: ScanContext): Promise<SentTransactionResult> {
    const signal = AbortSignal.any([context.signal, AbortSignal.timeout(input.deadlineMs)])
    const finders = await findersFor(context, input.chain)
    const { chain, known } = await find(input, finders, signal)
    const { transaction, mined, sources } = known
    const spelled = (member: AddressSpelling['member'], address: Hex): AddressSpelling => {
      const checksummed = getAddress(address)
      return { member, spelled: checksummed, checksummed, checksumFailed: false }
    }
    const { from, to } = transaction
    const { simulate, explain, trace = false, deadlineMs } = input
    const result = await scan(
      sources,
      {
        chain,
        transaction,
        simulate,
        explain,
        trace,
        deadlineMs,
        origin: null,
        spellings: [spelled('from', from), ...(to === null ? [] : [spelled('to', to)])],
      },
      { ...context, signal },
    )
    const outcome = mined === null ? null : await known.outcome(signal).catch(() => null)
    return {
      ...result,
      transaction: {
        hash: input.hash,
        chain,
        status: mined ? 'mined' : 'pending',
        blockNumber: mined === null ? null : String(mined.blockNumber),
        transactionIndex: mined?.index ?? null,
        from: getAddress(from),
        to: to && getAddress(to),
        success: outcome?.success ?? null,
        gasUsed: outcome === null ? null : String(outcome.gasUsed),
        source: outcome?.source ?? null,
      },
    }
  }
}

/** All networks are asked at once; the first in order that knows it has it. */
async function find(
  { hash, deadlineMs }: SentTransactionInput,
  finders: ReadonlyMap<Chain, FindTransaction>,
  signal: AbortSignal,
): Promise<{ chain: Chain; known: KnownTransaction }> {
  const asked = [...finders.keys()]
  const answers = await Promise.allSettled(Array.from(finders.values(), (search) => search(hash, signal)))
  for (const [index, answer] of answers.entries()) {
    const on = asked[index]
    if (on !== undefined && answer.status === 'fulfilled' && answer.value) return { chain: on, known: answer.value }
  }
  for (const [index, answer] of answers.entries()) {
    if (answer.status === 'fulfilled') continue
    const known = apiErrorOf(answer.reason)
    if (known) throw known
    if (signal.aborted) throw new ApiError('UPSTREAM_TIMEOUT', { subject: asked[index] ?? 'the chain', deadlineMs })
    throw answer.reason
  }
  throw new ApiError('NOT_FOUND', { detail: `No transaction ${hash} is known on ${asked.join(', ')}.` })
}
