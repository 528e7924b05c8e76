import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Contradiction, EndpointAgreement } from '@redoubt/risk/engine/endpointAgreement.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { withSignal } from '../../lib/withSignal.ts'
import type { ChainLimits } from './chainLimits.ts'
import type { Endpoint } from './endpoint.ts'
import type { EndpointPool, PoolRequest } from './endpointPool.ts'
import { classifyRpcError, RpcError } from './jsonRpc.ts'

/** A value that one endpoint answered, with the request that another is asked. Values are compared as texts. */
export type AnsweredRead = Pick<PoolRequest<string>, 'method' | 'params' | 'read' | 'lane' | 'needs'> & {
  kind: Contradiction['kind']
  address: Address | null
  /** Of a word of storage. */
  slot?: Hex
  value: string
  by: Endpoint
  /** Not every endpoint keeps or offers it: only a contradiction counts. */
  optional?: true
}

/** What one endpoint says of a value. */
export type Claim = { endpoint: Endpoint; value: string }

/** Shows which of the claims about one value are wrong; none where nothing shows it. */
export type Arbitrate = (block: PinnedBlock, answered: AnsweredRead, claims: readonly Claim[]) => Promise<Endpoint[]>

/** How endpoints judged each other, counted since the start. `wrong` by host. */
export type AgreementStats = {
  confirmed: number
  unconfirmed: number
  contradictions: Record<string, number>
  setAside: string[]
  /** HTTP requests by host. */
  calls: { host: string; answered: number; failed: number }[]
}

export type Agreement = {
  /** Has another endpoint asked for the same; what is noted in one turn of the event loop travels together. */
  note(block: PinnedBlock, answered: AnsweredRead): void
  /**
   * What the endpoints said of the state that was read at the block so far. Never rejects.
   * @param concerns whether the caller relies on an account. Contradicting state counts for every caller. Contradicting calls and
   * unconfirmed reads count for those that rely on the account: its code can answer each node differently.
   */
  at(block: PinnedBlock, concerns: (address: Address) => boolean, signal: AbortSignal): Promise<EndpointAgreement>
  stats(): AgreementStats
}

/** A call that reverted. */
export const REVERTED = 'reverted'

/** A scan that has its facts waits so many times as long as the others usually take, within these bounds. */
const WAIT_TIMES = 3
const MIN_WAIT_MS = 400
const MAX_WAIT_MS = 1_200

const MAX_BLOCKS = 64
/** Comparisons of one block. */
const MAX_COMPARISONS = 20_000
/** Of calls, by account. Beyond it they concern every scan: code that answers each node differently must hide no lie about other code. */
const MAX_CALLS = 500
/** Told in one answer. */
const MAX_TOLD = 20
const MAX_UNCONFIRMED = 1_000
/** For so long a wrong endpoint is asked nothing: a block of its own may be a short fork, anything else is not. */
const SET_ASIDE_MS = 600_000
const FORK_ASIDE_MS = 60_000

type AtBlock = {
  waiting: AnsweredRead[]
  running: Set<Promise<void>>
  /** Whether an endpoint has the block, by label. */
  blocks: Map<Endpoint, Promise<'same' | 'other' | 'behind'>>
  compared: number
  /** By account; null: a value of no one account. */
  unconfirmed: Map<Address | null, NonNullable<EndpointAgreement['unconfirmed']>>
  /** Of state and blocks. */
  contradictions: Contradiction[]
  /** Of calls, by account. */
  calls: Map<Address | null, Contradiction>
}

/**
 * Compares what endpoints answer. Each value that is read at a pinned block is asked of a second endpoint beside the analysis,
 * in one batch with what else was read. On a difference the other endpoints are asked as well: a majority shows who is wrong.
 * @param isSameBlock whether an endpoint has that very block.
 * @param arbitrate shows by proof which endpoints are wrong, where there is no majority.
 */
export function createAgreement(
  pool: EndpointPool,
  limits: Pick<ChainLimits, 'attemptTimeoutMs' | 'slowAttemptTimeoutMs'>,
  {
    blockOf,
    headOf,
    arbitrate,
  }: {
    /** The block that an endpoint has at that height; null: none yet. */
    blockOf: (endpoint: Endpoint, block: Pick<PinnedBlock, 'number'>) => Promise<PinnedBlock | null>
    headOf: (endpoint: Endpoint) => Promise<PinnedBlock>
    arbitrate: Arbitrate
  },
): Agreement {
  const states = new Map<string, AtBlock>()
  const counts = { confirmed: 0, unconfirmed: 0 }
  const contradictionsOf: Record<string, number> = {}

  function stateOf({ hash }: PinnedBlock): AtBlock {
    const known = states.get(hash)
    if (known) return known
    const begun: AtBlock = {
      waiting: [],
      running: new Set(),
      blocks: new Map(),
      compared: 0,
      unconfirmed: new Map(),
      contradictions: [],
      calls: new Map(),
    }
    states.set(hash, begun)
    const oldest = states.keys().next().value
    if (states.size > MAX_BLOCKS && oldest !== undefined) states.delete(oldest)
    return begun
  }

  function flush(block: PinnedBlock, state: AtBlock): void {
    const all = state.waiting
    state.waiting = []
    for (const [by, answered] of Map.groupBy(all, (one) => one.by)) {
      const second = pool.ready('eth_getBalance').find((endpoint) => endpoint !== by)
      if (second === undefined) {
        leaveUnconfirmed(state, answered, 'one-endpoint')
        continue
      }
      const comparison = compare(block, state, second, answered).finally(() => state.running.delete(comparison))
      state.running.add(comparison)
    }
  }

  function leaveUnconfirmed(
    state: AtBlock,
    answered: readonly AnsweredRead[],
    why: NonNullable<EndpointAgreement['unconfirmed']>,
  ): void {
    for (const { address, optional } of answered) {
      if (optional) continue
      counts.unconfirmed++
      // Beyond the bound nothing counts as confirmed.
      state.unconfirmed.set(state.unconfirmed.size < MAX_UNCONFIRMED ? address : null, why)
    }
  }

  /** Compares headers too: one endpoint may answer another time, fee or beneficiary under the same hash. */
  function hasBlock(
    state: AtBlock,
    endpoint: Endpoint,
    block: PinnedBlock,
    by: Endpoint,
  ): Promise<'same' | 'other' | 'behind'> {
    const known = state.blocks.get(endpoint)
    if (known) return known
    const asked = blockOf(endpoint, block).then((found) =>
      found === null ? isBehind(endpoint, by) : isSameHeader(found, block) ? 'same' : 'other',
    )
    state.blocks.set(endpoint, asked)
    asked.catch(() => state.blocks.delete(endpoint))
    return asked
  }

  /** An endpoint without the block lags, or follows another chain: its head must be part of the chain that has the block. */
  async function isBehind(endpoint: Endpoint, by: Endpoint): Promise<'behind' | 'other'> {
    const head = await headOf(endpoint)
    const there = await blockOf(by, head)
    return there === null || there.hash === head.hash ? 'behind' : 'other'
  }

  const askFor = ({ kind, value, by, ...request }: AnsweredRead, endpoint: Endpoint): Promise<string> =>
    pool
      .requestOne(endpoint, {
        ...request,
        timeoutMs: kind === 'logs' ? limits.slowAttemptTimeoutMs : limits.attemptTimeoutMs,
      })
      .catch((error: unknown) => {
        if (kind === 'call' && error instanceof RpcError && classifyRpcError(error) === 'reverted') return REVERTED
        throw error
      })

  async function compare(
    block: PinnedBlock,
    state: AtBlock,
    second: Endpoint,
    answered: readonly AnsweredRead[],
  ): Promise<void> {
    const [has, ...values] = await Promise.allSettled([
      hasBlock(state, second, block, answered[0]?.by ?? second),
      ...answered.map((one) => askFor(one, second)),
    ])
    if (has.status === 'rejected') return leaveUnconfirmed(state, answered, 'no-answer')
    if (has.value === 'behind') return leaveUnconfirmed(state, answered, 'behind')
    if (has.value === 'other') return contradictBlock(block, state, second, answered)
    await Promise.all(
      answered.map(async (one, at) => {
        const other = values[at]
        if (other?.status !== 'fulfilled') return leaveUnconfirmed(state, [one], 'no-answer')
        if (other.value === one.value) {
          counts.confirmed++
          return
        }
        await contradict(block, state, one, { endpoint: second, value: other.value })
      }),
    )
  }

  async function contradictBlock(
    block: PinnedBlock,
    state: AtBlock,
    second: Endpoint,
    answered: readonly AnsweredRead[],
  ): Promise<void> {
    const by = answered[0]?.by ?? second
    const votes = await Promise.all(
      pool.endpoints.map(async (endpoint) => {
        const has = await hasBlock(state, endpoint, block, by).catch(() => 'behind' as const)
        return { endpoint, vote: endpoint === by && has === 'behind' ? 'same' : has }
      }),
    )
    const those = (vote: string) => votes.filter((one) => one.vote === vote).map(({ endpoint }) => endpoint)
    const [same, other] = [those('same'), those('other')]
    const wrong = same.length > other.length ? other : other.length > same.length ? same : []
    // Reads from several endpoints find the same.
    if (state.contradictions.some(({ kind }) => kind === 'block')) return
    record(state, { kind: 'block', address: null }, [...new Set([by, second])], wrong, FORK_ASIDE_MS)
  }

  async function contradict(block: PinnedBlock, state: AtBlock, answered: AnsweredRead, second: Claim): Promise<void> {
    const { by, value } = answered
    const others = pool.ready(answered.method).filter((endpoint) => endpoint !== by && endpoint !== second.endpoint)
    const more = await Promise.all(
      others.map(async (endpoint) => ({ endpoint, value: await askFor(answered, endpoint).catch(() => null) })),
    )
    const votes = [{ endpoint: by, value }, second, ...more.filter((one) => one.value !== null)]
    const parties = Map.groupBy(votes, (vote) => vote.value)
    const [first, next] = [...parties.values()].sort((a, b) => b.length - a.length)
    const majority = first !== undefined && first.length > (next?.length ?? 0) ? first : null
    const differ = [by, second.endpoint]
    // Code can answer each node differently: that shows nothing of the node.
    const wrong =
      answered.kind === 'call'
        ? []
        : majority !== null
          ? votes.filter((vote) => !majority.includes(vote)).map(({ endpoint }) => endpoint)
          : await arbitrate(block, answered, [{ endpoint: by, value }, second]).catch(() => [])
    record(state, answered, differ, wrong, SET_ASIDE_MS)
  }

  function record(
    state: AtBlock,
    { kind, address }: Pick<Contradiction, 'kind' | 'address'>,
    differ: readonly Endpoint[],
    wrong: readonly Endpoint[],
    asideMs: number,
  ): void {
    for (const endpoint of wrong) endpoint.setAside(asideMs)
    const hosts = [...new Set(differ.map(({ label }) => label))].sort()
    for (const host of hosts) contradictionsOf[host] = (contradictionsOf[host] ?? 0) + 1
    const found = { kind, address, hosts, wrong: wrong.map(({ label }) => label).sort() }
    if (kind !== 'call') {
      // State concerns every scan: some of it is enough to tell.
      if (state.contradictions.length < MAX_TOLD) state.contradictions.push(found)
    } else if (state.calls.size < MAX_CALLS) state.calls.set(address, found)
    else state.calls.set(null, { ...found, address: null })
  }

  return {
    note(block, answered) {
      if (pool.endpoints.length < 2) return
      const state = stateOf(block)
      if (state.compared >= MAX_COMPARISONS) return leaveUnconfirmed(state, [answered], 'no-answer')
      state.compared++
      if (state.waiting.length === 0) setImmediate(() => flush(block, state))
      state.waiting.push(answered)
    },
    async at(block, concerns, signal) {
      if (pool.endpoints.length < 2) return { unconfirmed: 'one-endpoint', contradictions: [] }
      const state = states.get(block.hash)
      if (state === undefined) return { unconfirmed: null, contradictions: [] }
      if (state.waiting.length > 0) flush(block, state)
      const usual = pool.endpoints.map((endpoint) => endpoint.latency('eth_getBalance').usual() ?? 0)
      const waitMs = Math.min(MAX_WAIT_MS, Math.max(MIN_WAIT_MS, WAIT_TIMES * Math.max(...usual)))
      const within = AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(waitMs))])
      const inTime = await withSignal(Promise.all(state.running), within).then(
        () => true,
        () => false,
      )
      const unconfirmed = [...state.unconfirmed].find(([address]) => address === null || concerns(address))?.[1]
      return {
        unconfirmed: unconfirmed ?? (inTime ? null : 'no-answer'),
        contradictions: [
          ...state.contradictions,
          ...[...state.calls.values()].filter(({ address }) => address === null || concerns(address)),
        ].slice(0, MAX_TOLD),
      }
    },
    stats: () => ({
      ...counts,
      contradictions: { ...contradictionsOf },
      calls: pool.endpoints.map((endpoint) => ({ host: endpoint.label, ...endpoint.calls() })),
      setAside: pool.endpoints.filter((endpoint) => endpoint.isSetAside()).map(({ label }) => label),
    }),
  }
}

function isSameHeader(a: PinnedBlock, b: PinnedBlock): boolean {
  const members = Object.keys(b) as (keyof PinnedBlock)[]
  return members.every((member) => a[member] === b[member])
}
