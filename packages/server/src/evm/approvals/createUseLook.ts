import type { Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { EVENTS } from '../decode/emittedLogs.ts'
import type { ChainLog, ChainSource, LogFilter } from '../rpc/chainSource.ts'
import { topicOf } from './approvalClaims.ts'
import { usesIn, type WatchedGrant } from './usesInTrace.ts'

/** A permission, and the first block in which a use of it is news. */
export type UseQuestion = { from: bigint; grant: WatchedGrant }

/** Transactions of one permission looked into at once: the next look goes on behind them. */
const MAX_TRANSACTIONS = 20
/** Blocks of one look: after an outage of the watcher several looks make up for it. */
const LONGEST_RANGE = 20_000n
/** Questions whose first blocks are so near share one read. */
const NEAR = 2_000n
/** Logs of one shared read. A busy wallet, or a token that logs by the thousand, must not hold up what others asked. */
const MAX_SHARED_LOGS = 2_000
/** Of one look; the rest of its time is for reads of each by itself. */
const SHARED_MS = 8_000
/** Tokens, and owners, of one filter. */
const MAX_NAMED = 100

type Uses = Pick<ChainSource, 'logPages' | 'transaction' | 'traceTransaction'>

/** More happened in one block, or in one transaction, than is looked at: there may have been a use. */
export const UNLOOKED = 'unlooked'

/** `use`: the last transaction with a use, mined in block `at`; null: none. `to`: the last block that was looked at. */
export type LatestUse = { use: Hex | typeof UNLOOKED | null; at?: bigint; to: bigint }

/** Transactions that moved the owner's tokens, oldest first and of whole blocks: as many as are looked into, more only where one block has them. */
type Moves = { looked: { hash: Hex; at: bigint }[]; to: bigint }

/**
 * Looks for the transactions in which spenders used permissions, from the oldest block on and as far as one look goes: the owner's tokens left,
 * and the spender called the token (or Permit2) with the owner as the one who gives. Calls inside a transaction come from its trace; without traces
 * only a spender that was called first, or that sent the transaction, is told. Questions of one network share their reads: logs once for all wallets and
 * tokens, each transaction once. Nothing is read before the first question is asked.
 * @returns What answers one of the questions, and rejects when no block of its range, or a transaction of it, could be read: it is to be looked at again.
 *   `known`: transactions whose use was told before.
 */
export function createUseLook(
  chain: Uses,
  { block, questions }: { block: PinnedBlock; questions: readonly UseQuestion[] },
  signal: AbortSignal,
): (question: UseQuestion, known?: readonly Hex[]) => Promise<LatestUse> {
  const groups = groupsOf(questions)
  const shared = new Map<readonly UseQuestion[], Promise<Map<UseQuestion, Moves> | null>>()
  const traces = createTraces(chain, questions, signal)

  async function movesOf(question: UseQuestion): Promise<Moves> {
    const group = groups.get(question) ?? [question]
    const reading = shared.get(group) ?? sharedMoves(chain, { block, group }, signal)
    shared.set(group, reading)
    const found = (await reading)?.get(question)
    // By itself each is read as far as one look goes, and fails for no other.
    return found ?? (await ownMoves(chain, { block, question }, signal))
  }

  return async (question, known = []) => {
    const { from, grant } = question
    if (from > block.number) return { use: null, to: block.number }
    const { looked, to } = await movesOf(question)
    let isUnlooked = looked.length > MAX_TRANSACTIONS
    for (const { hash, at } of looked.slice(0, MAX_TRANSACTIONS).toReversed()) {
      if (known.includes(hash)) continue
      // The event of ERC-1155 names who moved it.
      const used = grant.standard === 'erc1155' || (await traces(hash, grant))
      if (used === true) return { use: hash, at, to }
      if (used === null) isUnlooked = true
    }
    return { use: isUnlooked ? UNLOOKED : null, to }
  }
}

/** The questions that share a read with each: of one kind of event, and of first blocks that are near. */
function groupsOf(questions: readonly UseQuestion[]): Map<UseQuestion, readonly UseQuestion[]> {
  const groups = new Map<UseQuestion, readonly UseQuestion[]>()
  for (const kind of Map.groupBy(questions, ({ grant }) => grant.standard === 'erc1155').values()) {
    let open: UseQuestion[] = []
    for (const question of kind.toSorted((a, b) => Number(a.from - b.from))) {
      const [first] = open
      const isNear = first !== undefined && question.from - first.from <= NEAR && open.length < MAX_NAMED
      open = isNear ? open : []
      open.push(question)
      groups.set(question, open)
    }
  }
  return groups
}

function filterOf(group: readonly UseQuestion[], block: PinnedBlock): LogFilter {
  const from = group.reduce((least, one) => (one.from < least ? one.from : least), block.number)
  const last = from + LONGEST_RANGE - 1n
  const named = <Value>(pick: (grant: WatchedGrant) => Value) => [...new Set(group.map(({ grant }) => pick(grant)))]
  const owners = named(({ owner }) => topicOf(owner))
  const isOf1155 = group[0]?.grant.standard === 'erc1155'
  return {
    address: named(({ token }) => token),
    topics: isOf1155
      ? [[EVENTS.TransferSingle, EVENTS.TransferBatch], named(({ spender }) => topicOf(spender)), owners]
      : [EVENTS.Transfer, owners],
    fromBlock: from,
    toBlock: last < block.number ? last : block.number,
    pin: block,
  }
}

/** What moved for each question of a group, by one read. Null: it has more logs than are shared, or it failed: one of them may be why. */
async function sharedMoves(
  chain: Pick<Uses, 'logPages'>,
  { block, group }: { block: PinnedBlock; group: readonly UseQuestion[] },
  signal: AbortSignal,
): Promise<Map<UseQuestion, Moves> | null> {
  if (group.length < 2) return null
  const keyOf = (token: string, owner: string, operator: string) => [token, owner, operator].join(':')
  const collectors = new Map(group.map((question) => [question, createCollector(question.from)]))
  const byKey = Map.groupBy(group, ({ grant: { standard, token, owner, spender } }) =>
    keyOf(token, topicOf(owner), standard === 'erc1155' ? topicOf(spender) : ''),
  )
  const filter = filterOf(group, block)
  const within = AbortSignal.any([signal, AbortSignal.timeout(SHARED_MS)])
  let logs = 0
  let to: bigint | null = null
  try {
    for await (const page of chain.logPages(filter, { signal: within })) {
      logs += page.logs.length
      if (logs > MAX_SHARED_LOGS) return null
      for (const log of page.logs) {
        const isOf1155 = log.topics[0] !== EVENTS.Transfer
        const [owner = '', operator = ''] = isOf1155 ? [log.topics[2], log.topics[1]] : [log.topics[1]]
        for (const question of byKey.get(keyOf(log.address, owner, operator)) ?? []) collectors.get(question)?.add(log)
      }
      to = page.toBlock
    }
  } catch {
    // What was read before it failed, or before time ran out, is looked at.
    if (to === null) return null
  }
  const end = to ?? filter.toBlock
  return new Map([...collectors].map(([question, collector]) => [question, collector.upTo(end)]))
}

/** The same for one question: no further than the transactions that one look looks into. */
async function ownMoves(
  chain: Pick<Uses, 'logPages'>,
  { block, question }: { block: PinnedBlock; question: UseQuestion },
  signal: AbortSignal,
): Promise<Moves> {
  const collector = createCollector(question.from)
  const filter = filterOf([question], block)
  let to: bigint | null = null
  try {
    for await (const page of chain.logPages(filter, { signal })) {
      for (const log of page.logs) if (!collector.add(log)) return collector.upTo(page.toBlock)
      to = page.toBlock
    }
  } catch (error) {
    if (to === null) throw error
  }
  return collector.upTo(to ?? filter.toBlock)
}

/** Collects the transactions of one question from logs, oldest first. `add` is false when no more are looked into. */
function createCollector(from: bigint) {
  const found = new Map<Hex, bigint>()
  let full: bigint | null = null
  return {
    add(log: ChainLog): boolean {
      const { blockNumber, transactionHash } = log
      // Transfers of nothing, which any account can have logged, are read over.
      if (full !== null || blockNumber < from || !movesSomething(log)) return full === null
      found.set(transactionHash, found.get(transactionHash) ?? blockNumber)
      if (found.size > MAX_TRANSACTIONS) full = blockNumber
      return full === null
    },
    upTo(end: bigint): Moves {
      const all = [...found].map(([hash, at]) => ({ hash, at }))
      const last = full
      if (last === null) return { looked: all, to: end }
      const before = all.filter(({ at }) => at < last)
      return before.length > 0 ? { looked: before, to: last - 1n } : { looked: all, to: last }
    },
  }
}

/** Any account may have nothing of another's moved. Items have no amount. */
function movesSomething({ topics, data }: ChainLog): boolean {
  return topics.length > 3 || !/^0x0*$/.test(data)
}

type Verdicts = (grant: WatchedGrant) => boolean | null

/** Whether a transaction used a permission; null: it has more calls than are looked at. Each is read once, and its trace is not kept. */
function createTraces(chain: Uses, questions: readonly UseQuestion[], signal: AbortSignal) {
  const known = new Map<Hex, Promise<Verdicts>>()
  const read = async (hash: Hex): Promise<Verdicts> => {
    const trace = await chain.traceTransaction(hash, { tracer: 'callTracer' }, signal)
    if (trace !== null) {
      const uses = new Map(questions.map(({ grant }) => [grant, usesIn(trace, grant)]))
      return (grant) => uses.get(grant) ?? null
    }
    const transaction = await chain.transaction(hash, signal)
    if (transaction === null) throw new Error('A transaction of the range could not be read')
    const { sender, to } = transaction
    return ({ owner, token, spender }) => !(sender === owner && to === token) && (to === spender || sender === spender)
  }
  return async (hash: Hex, grant: WatchedGrant): Promise<boolean | null> => {
    const reading = known.get(hash) ?? read(hash)
    known.set(hash, reading)
    return (await reading)(grant)
  }
}
