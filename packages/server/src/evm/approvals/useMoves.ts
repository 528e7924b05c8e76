import type { Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { EVENTS } from '../decode/emittedLogs.ts'
import type { ChainLog, ChainSource, LogFilter } from '../rpc/chainSource.ts'
import { topicOf } from './approvalClaims.ts'
import type { WatchedGrant } from './usesInTrace.ts'

/** A permission, and the first block in which a use of it is news. */
export type UseQuestion = { from: bigint; grant: WatchedGrant }

/** Transactions that moved the owner's tokens, oldest first and of whole blocks: as many as are looked into, more only where one block has them. */
export type Moves = { looked: { hash: Hex; at: bigint }[]; to: bigint }

/** Transactions of one permission looked into at once: the next look goes on behind them. */
export const MAX_TRANSACTIONS = 20
/** Blocks of one look: after an outage of the watcher several looks make up for it. */
const LONGEST_RANGE = 20_000n
/** Questions whose first blocks are so near share one read. */
const NEAR = 2_000n
/** Logs of one shared read. A busy wallet, or a token that logs by the thousand, must not hold up what others asked. */
const MAX_SHARED_LOGS = 2_000
/** Shared reads that are parted because of their logs, in one look. */
const MAX_PARTINGS = 12
/** For one read of logs. */
const READ_MS = 8_000
/** Tokens, and owners, of one filter. */
const MAX_NAMED = 100

type Logs = Pick<ChainSource, 'logPages'>
type Group = readonly UseQuestion[]
/** What one read found for each question of a group; two groups, where it had too many logs; null: it failed, and one of them may be why. */
type Shared = Map<UseQuestion, Moves> | readonly [Group, Group] | null

/**
 * Reads what moved for questions of one network: logs once for all wallets and tokens whose first blocks are near. A token or an owner with most of the logs
 * is read apart from the others. Nothing is read before the first question is asked.
 * @returns What answers one of the questions, and rejects when no block of its range could be read.
 */
export function createUseMoves(
  chain: Logs,
  { block, questions }: { block: PinnedBlock; questions: readonly UseQuestion[] },
  signal: AbortSignal,
): (question: UseQuestion) => Promise<Moves> {
  const groups = groupsOf(questions)
  const reads = new Map<Group, Promise<Shared>>()
  let partings = 0
  const read = (group: Group) => {
    const reading = reads.get(group) ?? readShared(group)
    reads.set(group, reading)
    return reading
  }
  const readShared = async (group: Group): Promise<Shared> => {
    if (group.length < 2) return null
    const found = await sharedMoves(chain, { block, group }, bounded(signal))
    if (found === null || !('counts' in found)) return found
    return partings++ < MAX_PARTINGS ? partOf(group, found.counts) : null
  }

  return async (question) => {
    let group = groups.get(question) ?? [question]
    for (;;) {
      const found = await read(group)
      if (Array.isArray(found)) {
        group = found.find((part) => part.includes(question)) ?? [question]
        continue
      }
      const moves = (found as Map<UseQuestion, Moves> | null)?.get(question)
      // By itself each is read as far as one look goes, and fails for no other.
      return moves ?? (await ownMoves(chain, { block, question }, bounded(signal)))
    }
  }
}

function bounded(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(READ_MS)])
}

/** The questions that share a read with each: of one kind of event, and of first blocks that are near. */
function groupsOf(questions: readonly UseQuestion[]): Map<UseQuestion, Group> {
  const groups = new Map<UseQuestion, Group>()
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

function filterOf(group: Group, block: PinnedBlock): LogFilter {
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

/** Owner and operator of a log, as topics; only events of ERC-1155 name the operator. */
function partiesOf({ topics }: ChainLog): [string, string] {
  return topics[0] === EVENTS.Transfer ? [topics[1] ?? '', ''] : [topics[2] ?? '', topics[1] ?? '']
}

/** What moved for each question of a group, by one read; a question that it did not reach is absent. `counts`: it had too many logs. Null: it failed. */
async function sharedMoves(
  chain: Logs,
  { block, group }: { block: PinnedBlock; group: Group },
  signal: AbortSignal,
): Promise<Map<UseQuestion, Moves> | { counts: ReadonlyMap<string, number> } | null> {
  const keyOf = (token: string, owner: string, operator: string) => [token, owner, operator].join(':')
  const collectors = new Map(group.map((question) => [question, createCollector(question.from)]))
  const byKey = Map.groupBy(group, ({ grant: { standard, token, owner, spender } }) =>
    keyOf(token, topicOf(owner), standard === 'erc1155' ? topicOf(spender) : ''),
  )
  const filter = filterOf(group, block)
  const counts = new Map<string, number>()
  let logs = 0
  let to: bigint | null = null
  try {
    for await (const page of chain.logPages(filter, { signal })) {
      logs += page.logs.length
      for (const log of page.logs) {
        const [owner, operator] = partiesOf(log)
        for (const name of [log.address, owner]) counts.set(name, (counts.get(name) ?? 0) + 1)
        if (logs > MAX_SHARED_LOGS) continue
        for (const question of byKey.get(keyOf(log.address, owner, operator)) ?? []) collectors.get(question)?.add(log)
      }
      if (logs > MAX_SHARED_LOGS) return { counts }
      to = page.toBlock
    }
  } catch {
    // What was read before it failed, or before time ran out, is looked at.
    if (to === null) return null
  }
  const end = to ?? filter.toBlock
  return new Map(
    [...collectors].flatMap(([question, collector]) =>
      question.from > end ? [] : [[question, collector.upTo(end)] as const],
    ),
  )
}

/** The questions about the token, or the owner, with the most logs for each question, and the others; null: they are of one owner and token. */
function partOf(group: Group, counts: ReadonlyMap<string, number>): readonly [Group, Group] | null {
  const byName = new Map<string, UseQuestion[]>()
  for (const question of group)
    for (const name of [question.grant.token, topicOf(question.grant.owner)])
      byName.set(name, [...(byName.get(name) ?? []), question])
  let [heaviest, most]: [readonly UseQuestion[] | null, number] = [null, 0]
  for (const [name, asking] of byName) {
    const weight = (counts.get(name) ?? 0) / asking.length
    if (asking.length < group.length && weight > most) [heaviest, most] = [asking, weight]
  }
  const apart = new Set(heaviest)
  return heaviest && [heaviest, group.filter((question) => !apart.has(question))]
}

/** The same for one question: no further than the transactions that one look looks into. */
async function ownMoves(
  chain: Logs,
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

/** Any account may have nothing of another's moved. Items of ERC-721 have no amount. */
function movesSomething({ topics, data }: ChainLog): boolean {
  if (topics[0] === EVENTS.Transfer) return topics.length > 3 || !/^0x0*$/.test(data)
  const words = data.slice(2).match(/.{64}/g) ?? []
  const amounts = topics[0] === EVENTS.TransferBatch ? amountsOf(words) : [words[1] ?? 'none']
  return amounts === null || amounts.some((amount) => !/^0*$/.test(amount))
}

/** Of a batch: two lists, of ids and of amounts. Null: it is of another form. */
function amountsOf(words: readonly string[]): string[] | null {
  const at = Number(`0x${words[1] ?? ''}`) / 32
  const count = Number(`0x${words[at] ?? ''}`)
  const amounts = words.slice(at + 1, at + 1 + count)
  return Number.isInteger(at) && amounts.length === count ? amounts : null
}
