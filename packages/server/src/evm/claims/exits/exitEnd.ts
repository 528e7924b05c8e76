import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Loss } from '@redoubt/risk/derive/shapes.ts'
import type { Claim, LaterExit } from '@redoubt/risk/facts/claim.ts'
import type { Simulation } from '@redoubt/risk/facts/execution.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { overridesOf } from '../../decode/readState.ts'
import type { StateOverrides } from '../../simulation/simulator.ts'
import { quoteSlots } from '../../trade/quoteSlots.ts'
import { word, words } from '../../trade/trader.ts'
import { isCovered } from '../runs/bestWalk.ts'
import type { Best, ClaimSources, claimRuns, Walk, WalkOutcome, Watched } from '../runs/claimRuns.ts'
import { replayWalks } from '../runs/replayWalks.ts'
import { MATURITIES, NEXT_WINDOWS, PUT_OFF, secondsOf } from './exitSchedule.ts'

type Question = {
  block: PinnedBlock
  account: Address
  held: bigint
  runs: ReturnType<typeof claimRuns>
  watched: readonly Watched[]
  losses: readonly Loss[]
  paid: Best
  transaction: Transaction
  simulation: Simulation
  contracts: readonly Address[]
  fresh: (name: string) => Address
}
type Ending = Pick<Claim, 'closesAfter' | 'closesWithUse' | 'later'>

/** Percent of what came back before, below which a later withdrawal pays no more. */
const PAYS_PERCENT = 50n
/** Percent above which all but a fee came back. */
const WHOLE_PERCENT = 90n
/** Other accounts that deposit and withdraw before the owner. */
const USERS = 6
/** Uses that are written into counters instead. A loop over as many entries needs the gas below. */
const MANY_USES = 1_000n
const MANY_GAS = 15_000_000n
const COIN = 10n ** 18n
const MAX_UINT = 2n ** 256n - 1n
/** Above it a word is no counter. */
const MAX_COUNT = 1n << 64n
const MAX_CALLS = 4

/** Says whether a withdrawal that pays is refused later, or once other accounts have used the contract. */
export async function exitEnd(
  { simulator, chain }: Pick<ClaimSources, 'simulator' | 'chain'>,
  question: Question,
  signal: AbortSignal,
): Promise<Ending> {
  const { block, account, watched, paid } = question
  const { walk } = paid
  if (walk === null) return { closesAfter: null, closesWithUse: false, later: [] }
  const walkAll = async (walks: readonly Walk[], users: readonly Address[] = []) => {
    const replays = await replayWalks(simulator, question, { walks, users }, signal)
    return replays.map((one) => one?.read ?? null)
  }
  const pays = (seen: WalkOutcome | null) =>
    watched.every((_, at) => (seen?.returned.at(-1)?.[at] ?? 0n) * 100n >= (paid.returned[at] ?? 0n) * PAYS_PERCENT)
  const isRefused = (seen: WalkOutcome | null) => seen !== null && !pays(seen)
  const since = secondsOf(walk.blocks)
  const [seen, matured, closesWithUse] = await Promise.all([
    walkAll(PUT_OFF.map((seconds) => putOff(walk, seconds))),
    isCovered(paid, watched, WHOLE_PERCENT) ? [] : walkAll(MATURITIES.map((seconds) => putOff(walk, seconds))),
    isUsedUp(walk),
  ])
  const later = [...laterExits(PUT_OFF, seen), ...laterExits(MATURITIES, matured)]
  return { closesAfter: await closing(walk, seen), closesWithUse, later }

  function laterExits(delays: readonly bigint[], outcomes: readonly (WalkOutcome | null)[]): LaterExit[] {
    return outcomes.flatMap((one, at): LaterExit[] => {
      const delay = delays[at]
      if (one === null || delay === undefined) return []
      const returned = one.returned.at(-1)?.[0] ?? 0n
      return [{ after: Number(since + delay), returned, toOthers: toOthersIn(one) }]
    })
  }

  /** What goes from the contracts to accounts that the transaction does not name. */
  function toOthersIn({ calls }: WalkOutcome): bigint {
    const { contracts, transaction } = question
    const named = [transaction, ...(transaction.calls ?? [])].map(({ data }) => data).join('')
    return calls
      .flatMap(({ moves }) => moves)
      .filter(
        ({ from, to, index }) => index === 0 && contracts.includes(from) && to !== account && !contracts.includes(to),
      )
      .filter(({ to }) => BigInt(to) !== 0n && !named.includes(to.slice(2)))
      .reduce((sum, { amount }) => sum + amount, 0n)
  }

  async function closing(first: Walk, seen: readonly (WalkOutcome | null)[]): Promise<number | null> {
    if (!isRefused(seen.at(-1) ?? null)) return null
    const next = await walkAll(NEXT_WINDOWS.map((seconds) => putOff(first, seconds)))
    if (next.some((one) => one === null || pays(one))) return null
    const last = seen.findLastIndex((one) => one !== null && pays(one))
    return Number(since + (PUT_OFF[last] ?? 0n))
  }

  async function isUsedUp(first: Walk): Promise<boolean> {
    const uses = await usesOf(question, { simulator, chain }, signal)
    if (uses === null) return false
    const { others, overrides, deposits } = uses
    const used: Walk = {
      overrides,
      blocks: first.blocks.map(({ calls, ...rest }, at) => ({
        ...rest,
        calls: [
          ...(at === 0 ? others.flatMap(deposits) : []),
          ...others.flatMap((other) => calls.map((call) => asOther(call, { account, other }))),
          ...calls,
        ],
      })),
    }
    const [seen] = await walkAll([used], others)
    // Where no other account can deposit, nothing was learned.
    const isDeposited =
      seen?.calls.some(
        ({ call, success }) => success && (call.value > 0n || call.data !== '0x') && others.includes(call.from),
      ) ?? false
    if (isDeposited && isRefused(seen ?? null)) return true
    const [other] = others
    if (other === undefined) return false
    const steps = [
      ...deposits(other),
      ...first.blocks.flatMap(({ calls }) => calls.map((call) => asOther(call, { account, other }))),
    ]
    const counters = await countersOf(steps, overrides, first)
    if (Object.keys(counters).length === 0) return false
    const [many] = await walkAll([
      {
        overrides: counters,
        blocks: first.blocks.map((one) => ({ ...one, calls: one.calls.map((call) => ({ ...call, gas: MANY_GAS })) })),
      },
    ])
    return isRefused(many ?? null)
  }

  /** Words of the contracts that each use moves by one, moved by many uses. */
  async function countersOf(
    steps: readonly Transaction[],
    overrides: StateOverrides,
    { blocks }: Walk,
  ): Promise<StateOverrides> {
    const seconds = blocks.reduce((sum, one) => sum + (one.seconds ?? 0n), 0n)
    const base = mergeOverrides(overridesOf(question.simulation.stateDiff), overrides)
    const executed = await simulator.simulateSteps({
      block,
      transactions: [...steps],
      stateOverrides: Object.fromEntries(
        Object.entries(base).concat(steps.map(({ from }) => [from, { ...base[from], balance: 1_000n * COIN }])),
      ),
      ...(seconds > 0n && { blockOverrides: { timestamp: block.timestamp + seconds } }),
      signal,
    })
    const moved = new Map<string, { address: Address; slot: Hex; before: bigint; after: bigint }>()
    for (const { success, stateDiff } of executed) {
      if (!success) continue
      for (const address of question.contracts)
        for (const [slot, change] of Object.entries(stateDiff[address]?.storage ?? {}) as [
          Hex,
          { before: Hex; after: Hex },
        ][]) {
          const key = `${address} ${slot}`
          const before = moved.get(key)?.before ?? BigInt(change.before)
          moved.set(key, { address, slot, before, after: BigInt(change.after) })
        }
    }
    const counters: StateOverrides = {}
    for (const { address, slot, before, after } of moved.values()) {
      if (before > MAX_COUNT || (after - before !== 1n && before - after !== 1n)) continue
      // A counter that runs down ends at zero.
      const later = after > before ? before + MANY_USES : 0n
      const known = counters[address]?.storage ?? base[address]?.storage ?? {}
      counters[address] = { ...base[address], ...counters[address], storage: { ...known, [slot]: `0x${word(later)}` } }
    }
    return counters
  }
}

/** The same calls after a delay. */
function putOff({ blocks, overrides }: Walk, seconds: bigint): Walk {
  return {
    ...(overrides && { overrides }),
    blocks: blocks.map((one, at) => (at === 0 ? { ...one, seconds: seconds + (one.seconds ?? 0n) } : one)),
  }
}

type Uses = { others: Address[]; overrides: StateOverrides; deposits: (other: Address) => Transaction[] }

/** The deposit as other accounts make it, who hold what it takes; null where their balances cannot be written. */
async function usesOf(
  { block, account, losses, transaction, simulation, contracts, fresh }: Question,
  { simulator, chain }: Pick<ClaimSources, 'simulator' | 'chain'>,
  signal: AbortSignal,
): Promise<Uses | null> {
  const calls = (transaction.calls ?? [transaction]).filter(({ to }) => to !== null && contracts.includes(to))
  const tokens = losses.filter(({ address, assetType }) => address !== null && assetType === 'erc20')
  if (
    transaction.from !== account ||
    calls.length === 0 ||
    calls.length > MAX_CALLS ||
    losses.some(({ tokenId }) => tokenId !== null)
  )
    return null
  const others = Array.from({ length: USERS }, (_, index) => fresh(`user ${index}`))
  const written = overridesOf(simulation.stateDiff)
  const overrides: StateOverrides = {}
  for (const { address, amount } of tokens) {
    if (address === null) continue
    const slotOf = await quoteSlots({ chain, simulator }, { block, token: address }, signal)
    if (slotOf === null) return null
    const balances = others.map((other) => [slotOf(other), `0x${word(amount * 2n)}`] as const)
    overrides[address] = {
      ...written[address],
      storage: { ...written[address]?.storage, ...Object.fromEntries(balances) },
    }
  }
  const approvals = (from: Address) =>
    tokens.flatMap(({ address }) =>
      contracts.map(
        (contract): Transaction => ({ from, to: address, value: 0n, data: words('0x095ea7b3', contract, MAX_UINT) }),
      ),
    )
  return {
    others,
    overrides,
    deposits: (other) => [
      ...approvals(other),
      ...calls.map(
        ({ to, value, data }): Transaction =>
          asOther({ from: account, to, value, data, gas: 2_000_000n }, { account, other }),
      ),
    ],
  }
}

function asOther(call: Transaction, { account, other }: { account: Address; other: Address }): Transaction {
  return { ...call, from: other, data: call.data.replaceAll(account.slice(2), other.slice(2)) as Hex }
}

function mergeOverrides(a: StateOverrides, b: StateOverrides): StateOverrides {
  const merged = { ...a }
  for (const [address, own] of Object.entries(b) as [Address, StateOverrides[Address]][])
    merged[address] = { ...merged[address], ...own }
  return merged
}
