import type { Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { ApprovalPlace } from '@redoubt/risk/wallet/rankApprovals.ts'
import { ApiError, apiErrorOf } from '../../errors.ts'
import type { WalletApprovalsInput } from './walletApprovalsInput.ts'

/** Where a page ended: the block that all pages are of, and the place of its last entry. */
type PageEnd = { number: bigint; hash: Hex; place: ApprovalPlace }

/** The text that a cursor seals. */
export function writePageEnd({ number, hash, place }: PageEnd): string {
  return JSON.stringify([String(number), hash, place.riskLevel, place.valueAtRiskUsd, place.key])
}

/**
 * @param text what the cursor was sealed with: our own, so its form is not in doubt.
 * @throws ApiError VALIDATION_ERROR for null: it is not a cursor of this question.
 */
export function readPageEnd(text: string | null): PageEnd {
  if (text === null) {
    const detail = 'query.cursor: expected a cursor as answered, with the same address, chain and risk'
    throw new ApiError('VALIDATION_ERROR', { detail })
  }
  const [number, hash, riskLevel, valueAtRiskUsd, key] = JSON.parse(text)
  return { number: BigInt(number), hash, place: { riskLevel, valueAtRiskUsd, key } }
}

/**
 * The block of a list: the newest for its first page, that of the first for all others.
 * @throws ApiError VALIDATION_ERROR when the network replaced that block; UPSTREAM_UNAVAILABLE or UPSTREAM_TIMEOUT when it could not be
 *   read.
 */
export async function readListBlock(
  after: PageEnd | null,
  {
    sources,
    input,
    signal,
  }: {
    sources: {
      block(signal: AbortSignal): Promise<PinnedBlock>
      blockAt(number: bigint, signal: AbortSignal): Promise<PinnedBlock>
    }
    input: Pick<WalletApprovalsInput, 'spelling' | 'deadlineMs' | 'chain'>
    signal: AbortSignal
  },
): Promise<PinnedBlock> {
  try {
    const block = await (after === null ? sources.block(signal) : sources.blockAt(after.number, signal))
    if (after === null || block.hash === after.hash) return block
  } catch (error) {
    const known = apiErrorOf(error)
    if (known) throw known
    const subject = input.spelling.checksummed
    if (signal.aborted)
      throw new ApiError('UPSTREAM_TIMEOUT', { subject, deadlineMs: input.deadlineMs }, { cause: error })
    throw new ApiError('UPSTREAM_UNAVAILABLE', { chain: input.chain, retryAfter: 1 }, { cause: error })
  }
  const detail = 'query.cursor: the network replaced the block of this list; begin again without a cursor'
  throw new ApiError('VALIDATION_ERROR', { detail })
}

/** Limit of entries of all kept lists together. */
const MAX_ENTRIES = 100_000

/** Lists that a client may be reading page by page. Bounded in entries; the least recently used list goes first. */
type RecentLists<List> = {
  get(key: string): List | undefined
  keep(key: string, list: List, entries: number): void
}

export function createRecentLists<List>(maxEntries = MAX_ENTRIES): RecentLists<List> {
  const lists = new Map<string, { list: List; size: number }>()
  let held = 0
  function drop(key: string): void {
    held -= lists.get(key)?.size ?? 0
    lists.delete(key)
  }
  return {
    get: (key) => lists.get(key)?.list,
    keep(key, list, entries) {
      drop(key)
      // An empty list takes room too.
      const size = entries + 1
      lists.set(key, { list, size })
      held += size
      for (const oldest of lists.keys()) {
        if (held <= maxEntries) break
        drop(oldest)
      }
    },
  }
}
