import type { Address } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { WalletHistory } from '@redoubt/risk/facts/walletHistory.ts'
import { NetworkUnavailable } from '../../../domain/sourceErrors.ts'
import { withSignal } from '../../../lib/withSignal.ts'
import { inTime } from '../../../lib/withTimeout.ts'
import type { ChainSource } from '../../rpc/chainSource.ts'
import { ExplorerFailure } from '../../verification/explorerFailure.ts'
import { archiveHistory } from './archiveHistory.ts'
import type { Aspect, HistoryAnswer, HistoryReader } from './historyAnswer.ts'
import { logHistory } from './logHistory.ts'
import { mergeHistory } from './mergeHistory.ts'
import { otsHistory } from './otsHistory.ts'

/** The past of a wallet up to a block. @throws NetworkUnavailable when not even its nonce can be read. */
export type GatherHistory = (
  block: PinnedBlock,
  /** `fundingOnly`: how it began is enough, which costs a request or two of most sources. */
  of: { address: Address; fundingOnly?: boolean },
  signal: AbortSignal,
) => Promise<WalletHistory>

const BEGINNING: readonly Aspect[] = ['firstSeen', 'funding']
const ASPECTS: readonly Aspect[] = ['transactions', 'internals', 'tokens', ...BEGINNING]
/** Time limit: the rest of a scan waits for the history. */
const MAX_MS = 6_000
/** Share of the remaining time that one source may use while others wait behind it. */
const SHARE = 0.6
/** Milliseconds in which a source whose time is up may answer in part. */
const GRACE_MS = 250
/** Rows of all remembered histories together. */
const MAX_ROWS = 200_000
/** Milliseconds after which a partly known history is asked for again. */
const ASK_AGAIN_MS = 10_000

/**
 * Learns a wallet's past from the best source first: services, the node's index of accounts, old state, and the logs. The first
 * that answers a part wins it; parts that it knows incompletely are asked of the next ones too. Remembered by block.
 */
export function createWalletHistory({
  chain,
  explorers = [],
  maxMs = MAX_MS,
}: {
  chain: ChainSource
  explorers?: readonly HistoryReader[]
  maxMs?: number
}): GatherHistory {
  const readers = [...explorers, otsHistory(chain), archiveHistory(chain), logHistory(chain)]
  const known = createMemory()

  async function learn(block: PinnedBlock, address: Address, aspects: readonly Aspect[]): Promise<WalletHistory> {
    const until = Date.now() + maxMs
    const sentCount = await chain.nonce(block, address, AbortSignal.timeout(maxMs))
    const answers: { reader: HistoryReader; answer: HistoryAnswer }[] = []
    const missing = () => new Set(aspects.filter((aspect) => !answers.some(({ answer }) => isComplete(answer, aspect))))
    const cut: string[] = []
    const asked = readers.filter((reader) => reader.covers(chain.chain))
    for (const [at, reader] of asked.entries()) {
      const wanted = missing()
      if (!reader.knows.some((aspect) => wanted.has(aspect))) continue
      const left = until - Date.now()
      const ms = Math.max(1, Math.floor(at === asked.length - 1 ? left : left * SHARE))
      try {
        const answer = await inTime(
          reader.ask({ block, address, wanted }, AbortSignal.timeout(ms)),
          ms + GRACE_MS,
          `no answer within ${ms} ms`,
        )
        answers.push({ reader, answer })
      } catch (error) {
        cut.push(wordsOf(error, reader))
      }
    }
    return mergeHistory({ chain, block, address, sentCount, answers, cut })
  }

  return async (block, { address, fundingOnly = false }, signal) => {
    signal.throwIfAborted()
    const whole = `${block.hash}:${address}`
    const key = fundingOnly ? `${whole}:funding` : whole
    const learning =
      known.get(whole) ?? known.get(key) ?? known.set(key, learn(block, address, fundingOnly ? BEGINNING : ASPECTS))
    return withSignal(learning, signal)
  }
}

/** Evicts the least recently gathered first; bounded in rows. Failures are not kept. */
function createMemory() {
  const entries = new Map<string, { learning: Promise<WalletHistory>; rows: number; until: number }>()
  let held = 0
  const drop = (key: string) => {
    held -= entries.get(key)?.rows ?? 0
    entries.delete(key)
  }
  return {
    get(key: string) {
      if ((entries.get(key)?.until ?? 0) < Date.now()) drop(key)
      return entries.get(key)?.learning
    },
    set(key: string, learning: Promise<WalletHistory>) {
      const entry = { learning, rows: 0, until: Number.POSITIVE_INFINITY }
      entries.set(key, entry)
      learning.then(
        ({ transactions, transfers, cut }) => {
          if (entries.get(key) !== entry) return
          if (cut.length > 0) entry.until = Date.now() + ASK_AGAIN_MS
          entry.rows = 10 + transactions.length + transfers.length
          held += entry.rows
          for (const oldest of entries.keys()) {
            if (held <= MAX_ROWS) break
            drop(oldest)
          }
        },
        () => drop(key),
      )
      return learning
    },
  }
}

function isComplete(answer: HistoryAnswer, aspect: Aspect): boolean {
  const told = answer[aspect]
  return told !== undefined && (told === null || !('complete' in told) || told.complete)
}

function wordsOf(error: unknown, { source }: HistoryReader): string {
  if (error instanceof ExplorerFailure) return error.message
  if (error instanceof NetworkUnavailable) return `${source}: the network could not be read`
  return `${source}: ${error instanceof Error && /^no answer within/.test(error.message) ? error.message : 'could not be read in time'}`
}
