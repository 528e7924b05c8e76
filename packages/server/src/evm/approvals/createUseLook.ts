import type { Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import { createUseMoves, MAX_TRANSACTIONS, type UseQuestion } from './useMoves.ts'
import { indexGrants, isTraceOf, usesIn, type WatchedGrant } from './usesInTrace.ts'

export type { UseQuestion } from './useMoves.ts'

/** For the trace of one transaction, and for the transaction. */
const TRACE_MS = 8_000

type Uses = Pick<ChainSource, 'logPages' | 'transaction' | 'traceTransaction'>

/** More happened in one block, or in one transaction, than is looked at: there may have been a use. */
export const UNLOOKED = 'unlooked'

/**
 * `use`: the last transaction with a use, mined in block `at`; null: none. `to`: the last block that was looked at. `seen`: transactions that are no news
 * after this look: what it tells, what may be a use, and what is older than what it tells.
 */
export type LatestUse = {
  use: Hex | typeof UNLOOKED | null
  at?: bigint
  to: bigint
  seen: { hash: Hex; at: bigint }[]
}

/**
 * Looks for the transactions in which spenders used permissions, from the oldest block on and as far as one look goes: the owner's tokens left,
 * and the spender called the token (or Permit2) with the owner as the one who gives. Calls inside a transaction come from its trace; without traces
 * only a spender that was called first, or that sent the transaction, is told. Questions of one network share their reads: logs once for all wallets and
 * tokens, each transaction once. Nothing is read before the first question is asked. Each read bounds itself in time.
 * @returns What answers one of the questions, and rejects when no block of its range, or a transaction of it, could be read: it is to be looked at again.
 *   `known`: transactions that were `seen` before.
 */
export function createUseLook(
  chain: Uses,
  { block, questions }: { block: PinnedBlock; questions: readonly UseQuestion[] },
  signal: AbortSignal,
): (question: UseQuestion, known?: readonly Hex[]) => Promise<LatestUse> {
  const movesOf = createUseMoves(chain, { block, questions }, signal)
  const traces = createTraces(chain, questions, signal)

  return async (question, known = []) => {
    const { from, grant } = question
    if (from > block.number) return { use: null, to: from - 1n, seen: [] }
    const { looked, to } = await movesOf(question)
    if (to < from - 1n) throw new RangeError('A look for uses would go back')
    const seen: LatestUse['seen'] = []
    let unlooked: bigint | null = null
    for (const [index, move] of [...looked.entries()].toReversed()) {
      const { hash, at } = move
      if (known.includes(hash)) {
        seen.push(move)
        continue
      }
      // The event of ERC-1155 names who moved it.
      const used = index >= MAX_TRANSACTIONS ? null : grant.standard === 'erc1155' || (await traces(hash, grant))
      if (used === true) return { use: hash, at, to, seen: [...seen, ...looked.slice(0, index + 1)] }
      if (used === null) {
        seen.push(move)
        unlooked ??= at
      }
    }
    return { use: unlooked === null ? null : UNLOOKED, ...(unlooked !== null && { at: unlooked }), to, seen }
  }
}

type Verdicts = (grant: WatchedGrant) => boolean | null

/** Whether a transaction used a permission; null: it has more calls than are looked at. Each is read once, and its trace is not kept. */
function createTraces(chain: Uses, questions: readonly UseQuestion[], signal: AbortSignal) {
  const known = new Map<Hex, Promise<Verdicts>>()
  const grants = indexGrants(questions.map(({ grant }) => grant))
  const read = async (hash: Hex): Promise<Verdicts> => {
    const within = AbortSignal.any([signal, AbortSignal.timeout(TRACE_MS)])
    const [trace, transaction] = await Promise.all([
      chain.traceTransaction(hash, { tracer: 'callTracer' }, within),
      chain.transaction(hash, within),
    ])
    if (transaction === null) throw new Error('A transaction of the range could not be read')
    if (isTraceOf(trace, transaction)) {
      const { used, whole } = usesIn(trace, grants)
      return (grant) => used.has(grant) || (whole ? false : null)
    }
    const { sender, to } = transaction
    return ({ owner, token, spender }) => !(sender === owner && to === token) && (to === spender || sender === spender)
  }
  return async (hash: Hex, grant: WatchedGrant): Promise<boolean | null> => {
    const reading = known.get(hash) ?? read(hash)
    known.set(hash, reading)
    return (await reading)(grant)
  }
}
