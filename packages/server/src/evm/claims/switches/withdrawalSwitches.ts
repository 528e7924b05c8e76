import type { Address, Hex } from '@redoubt/risk/address.ts'
import { actsAsKey } from '@redoubt/risk/contract/callers.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { ClaimSwitch } from '@redoubt/risk/facts/claim.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { privilegedAccount } from '../../bytecode/proxy/privilegedAccount.ts'
import { callOf } from '../../privileges/calls/callOf.ts'
import { isPartWay } from '../../privileges/calls/cutWays.ts'
import { chooseWays } from '../../privileges/calls/relevance.ts'
import type { AcceptedCall } from '../../privileges/calls/tried.ts'
import { type PotPart, partsOf, potWays } from '../../privileges/funds/potWays.ts'
import type { Candidate } from '../../privileges/holders/candidate.ts'
import { withCommand } from '../../privileges/holders/commandingKey.ts'
import type { PrivilegesContext } from '../../privileges/privilegesContext.ts'
import { PROBE_CODE } from '../../privileges/probes.ts'
import { valuesFor } from '../../privileges/screen.ts'
import { words } from '../../trade/trader.ts'
import { type Searched, searchPrivileges } from '../callers/searchPrivileges.ts'
import { exchangingCalls } from '../orders/exchangingCalls.ts'
import { executedOrders } from '../orders/executedOrders.ts'
import type { ClaimSources, Walk, WalkOutcome } from '../runs/claimRuns.ts'
import { type Replay, replayWalks } from '../runs/replayWalks.ts'
import { chainedSwitches } from './chainedSwitches.ts'
import { followedSwitches } from './followedSwitches.ts'
import { laterSwitches } from './laterSwitches.ts'
import { memberWithdrawals } from './memberWithdrawals.ts'
import { raisedSwitches } from './raisedSwitches.ts'
import { type Observed, repeatedSwitches } from './repeatedSwitches.ts'
import { shareTransfers } from './shareTransfers.ts'
import { type SwitchQuestion, type SwitchTake, takesBy } from './switchQuestion.ts'

const MAX_SWITCHES = 40
/** Limits of functions that are asked for all that is held, and of ways to call one function. */
const MAX_TAKES = 16
const MAX_WAYS = 5
/** Ways of a call that may bring back what was moved. */
const MAX_UNDOING = 2
/** Percent of what came back before, below which a privileged call has switched the withdrawal off. */
const OFF_PERCENT = 50n
/** Percent of what came back before, from which on another withdrawal is a way out: an exit that keeps a penalty is none. */
const OTHER_EXIT_PERCENT = 75n
const GAS = 1_000_000n
/** Seconds by which a privileged call may put a withdrawal off without stopping it. */
const MAX_DELAY = 60n * 86_400n
/** Other withdrawals that are tried after a call that stops one. */
const MAX_EXITS = 24
const DAY = 86_400n
const TRANSFER_FROM = '0x23b872dd'

/** Privileged calls, one after another, before the withdrawal. */
type Act = { of: AcceptedCall; calls: Transaction[] }
/** Privileged calls after which the withdrawal pays less, and what they take. */
type Off = Act &
  Pick<ClaimSwitch, 'takes'> & {
    seen: WalkOutcome
    taken: readonly SwitchTake[]
    executes?: ClaimSwitch['executes']
  }

/**
 * Finds privileged calls after which the withdrawal that worked pays less than half, and what they take: the call alone, for
 * everything that is held, by the caller or by an account that it allows to take it, and with further calls of the caller.
 */
export async function withdrawalSwitches(
  sources: ClaimSources,
  question: SwitchQuestion,
  signal: AbortSignal,
): Promise<ClaimSwitch[]> {
  const { block, account, watched, paid, work } = question
  const { chain, simulator } = sources
  const { walk } = paid
  if (walk === null || work.isOver()) return []
  const searched = await searchPrivileges(sources, question, signal)
  if (searched === null) return []
  const pots = potsOf(question, searched)
  const acts: Act[] = [...shareTransfers(question, searched), ...actsOf(question, searched, pots)]
  const walks = acts.map(({ of, calls }): Walk => {
    const [now, ...rest] = walk.blocks
    return { ...codeFor(of), blocks: [{ calls: [...calls, ...(now?.calls ?? [])] }, ...rest] }
  })
  const replays = await replayWalks(simulator, question, { walks }, signal)
  const first = walk
  const observed: Observed[] = []
  const off = acts.flatMap(({ of, calls }, index): Off[] => {
    const { read: seen, outcomes } = replays[index] ?? { read: null, outcomes: [] }
    if (seen === null || !seen.calls.slice(0, calls.length).some(({ success }) => success)) return []
    // The first outcome is a reading.
    const own = outcomes.slice(1, calls.length + 1)
    const taken = takesBy(question, own)
    if (isOffIn(seen)) return [{ of, calls, seen, taken, takes: taken[0] ?? null }]
    observed.push({ of, calls, seen, outcomes: own })
    return []
  })
  const exchanging = await exchangingCalls(sources, question, { walk, keyOf }, off, signal)
  const members = await memberWithdrawals(sources, question, { acts: off }, signal)
  const counted = await withoutOpenCalls(off.filter((one) => !exchanging.has(keyOf(one)) && !members.has(one)))
  const worst = counted.toSorted((a, b) => Number(a.takes !== null) - Number(b.takes !== null))
  const stopping = [...new Map(worst.map((one) => [keyOf(one), one])).values()]
  const ending = await withoutOtherExits(stopping)
  const orders = await executedOrders(
    sources,
    question,
    { acts: ending, functions: searched.context.bytecode.functions },
    signal,
  )
  const unique = ending.map((one): Off => {
    const order = orders.get(one)
    return order === undefined ? one : { ...one, ...order, takes: order.taken[0] ?? null }
  })
  const investing = await investments(unique)
  const isTaken = ({ of, takes }: Pick<(typeof off)[number], 'of' | 'takes'>) =>
    takes !== null && !investing.has(of.made.selector)
  const swaps = [...exchanging.values()]
  const selectors = new Set([...stopping, ...swaps, ...members].map(({ of }) => of.made.selector))
  const followed = unique.some(isTaken)
    ? []
    : await followedSwitches(
        sources,
        question,
        searched,
        { alone: new Set([...selectors].filter((one) => !investing.has(one))), investing },
        signal,
      )
  const isFound = unique.some(isTaken) || followed.some(({ takes }) => takes !== null)
  const repeated = isFound
    ? []
    : await repeatedSwitches(
        sources,
        question,
        observed.filter((one) => !exchanging.has(keyOf(one))),
        signal,
      )
  const raised =
    isFound || repeated.length > 0 || unique.length + followed.length > 0
      ? []
      : await raisedSwitches(sources, question, { observed, searched }, signal)
  const isEnough = isFound || repeated.some(({ takes }) => takes !== null) || !question.isLarge
  const chained = isEnough ? [] : await chainedSwitches(sources, question, searched, selectors, signal)
  // What a chain of calls takes is no mere stop.
  const stops = followed.filter(
    ({ of, takes }) => takes !== null || !chained.some((one) => keyOf(one) === keyOf({ of })),
  )
  const now = [...unique, ...stops, ...repeated, ...raised, ...chained]
  const known = new Set([...stopping, ...swaps, ...members, ...now].map(({ of }) => of.made.selector))
  const later =
    unique.some(isTaken) || [...followed, ...repeated, ...chained].some(({ takes }) => takes !== null)
      ? []
      : await laterSwitches(sources, question, searched, { pots, known }, signal)
  const ranked = [...now, ...later].toSorted((a, b) => Number(b.takes !== null) - Number(a.takes !== null))
  return Promise.all(
    [...ranked.slice(0, 4), ...swaps].map(async ({ of: { caller, made }, takes, ...one }): Promise<ClaimSwitch> => {
      const powerful = await privilegedAccount(chain, { block, address: caller.address, by: caller.by }, signal)
      const holder = takes === null ? powerful : await withCommand(searched.context, powerful, account)
      const next = 'followedBy' in one ? one.followedBy : null
      return {
        caller: caller.address,
        by: holder.commandedBy === undefined ? caller.by : `${caller.by}, commanded by ${holder.commandedBy}`,
        selector: made.selector,
        signature: made.signature,
        isKey: actsAsKey(holder),
        takes,
        ...(caller.role === 'stranger' && { anyone: true as const }),
        ...(next !== null && { followedBy: nameOf(next) }),
        ...('times' in one && { times: one.times }),
        ...('rising' in one && { rising: true as const }),
        ...('after' in one && { after: one.after }),
        ...('taken' in one && { taken: one.taken }),
        ...('executes' in one && one.executes !== undefined && { executes: one.executes }),
        ...('exchanges' in one && { exchanges: true as const }),
        ...(next === null && takes !== null && investing.has(made.selector) && { comesBack: true }),
      }
    }),
  )

  /** The code of ours that a call puts in the place of a part of the contract. */
  function codeFor({ way }: AcceptedCall): Pick<Walk, 'overrides'> {
    return isPartWay(way) ? { overrides: { [(searched as Searched).context.fixture.probe]: { code: PROBE_CODE } } } : {}
  }

  /** Leaves out calls of any account that only end the withdrawal for now, or that pay a contract, such as a market that the deposit is lent to. */
  async function withoutOpenCalls(all: typeof off): Promise<typeof off> {
    const kept = await Promise.all(
      all.map(async ({ of, takes }) => {
        if (of.caller.role !== 'stranger') return true
        return takes !== null && (await chain.code(block, takes.receiver, signal)).length <= 2
      }),
    )
    return all.filter((_, at) => kept[at])
  }

  /** Leaves out calls that only end this withdrawal: another one pays after them, as a refund that they book. */
  async function withoutOtherExits(found: typeof off): Promise<typeof off> {
    const only = found.filter(({ takes }) => takes === null)
    if (only.length === 0) return found
    const others = only.map(({ of, calls }): Walk => {
      const [now] = first.blocks
      const own = question.exits.slice(0, MAX_EXITS)
      return {
        ...codeFor(of),
        blocks: [
          { calls: [...calls, ...own], ...(now?.seconds && { seconds: now.seconds }) },
          { calls: own, seconds: DAY },
        ],
      }
    })
    const answers = await replayWalks(simulator, question, { walks: others }, signal)
    // A longer wait is no stop: the same withdrawal, made once more after the longest wait that users accept, also where the key calls again before.
    const patient = only.flatMap(({ of, calls }): Walk[] => {
      const [now, ...rest] = first.blocks
      const last = first.blocks.at(-1)?.calls ?? []
      const stopped = [{ ...now, calls: [...calls, ...(now?.calls ?? [])] }, ...rest]
      return [
        { ...codeFor(of), blocks: [...stopped, { calls: last, seconds: MAX_DELAY }] },
        { ...codeFor(of), blocks: [...stopped, { calls, seconds: MAX_DELAY - DAY }, { calls: last, seconds: DAY }] },
      ]
    })
    const delayed = await replayWalks(simulator, question, { walks: patient }, signal)
    const pays = (one: Replay | null = null) => one !== null && !isOffIn(one.read, OTHER_EXIT_PERCENT)
    const open = only.filter((_, at) => pays(answers[at]) || [2 * at, 2 * at + 1].every((each) => pays(delayed[each])))
    return found.filter((one) => !open.includes(one))
  }

  /** Of calls that take the deposit, returns those that pay a contract which they do not name, and that a further privileged call undoes. */
  async function investments(found: readonly (typeof off)[number][]): Promise<Set<Hex>> {
    const moved = found.filter(({ takes, calls }) => {
      const receiver = takes?.receiver.slice(2)
      return (
        receiver !== undefined && !calls.some(({ data, from }) => data.includes(receiver) || from.includes(receiver))
      )
    })
    const back = undoing(question, searched as Searched)
    const undone = moved.map(({ calls }): Walk => {
      const [at, ...rest] = first.blocks
      return { blocks: [{ calls }, { ...at, calls: [...back, ...(at?.calls ?? [])] }, ...rest] }
    })
    const replayed = await replayWalks(simulator, question, { walks: undone }, signal)
    const returning = moved.filter((_, index) => {
      const seen = replayed[index]?.read
      return seen !== undefined && !isOffIn(seen)
    })
    return new Set(returning.map(({ of }) => of.made.selector))
  }

  function isOffIn({ returned }: WalkOutcome, percent = OFF_PERCENT): boolean {
    return watched.some((_, at) => (returned.at(-1)?.[at] ?? 0n) * 100n < (paid.returned[at] ?? 0n) * percent)
  }
}

function keyOf({ of: { caller, made } }: { of: Pick<AcceptedCall, 'caller' | 'made'> }): string {
  return `${caller.address} ${made.selector}`
}

function nameOf({ signature, selector }: ContractFunction): string {
  return signature ?? selector
}

/** Privileged calls that may bring back what another one moved away, those that refused before it too. */
function undoing({ account, paid }: SwitchQuestion, { tried, refused }: Searched): Transaction[] {
  const exit = paid.call?.data.slice(0, 10)
  const isOther = ({ role, address }: Candidate) => role !== 'stranger' && address !== account
  const rows = [
    ...Map.groupBy(
      tried.filter(({ caller }) => isOther(caller)),
      ({ target, made, caller }) => `${target.address} ${made.selector} ${caller.address}`,
    ).values(),
  ].map((group) => chooseWays(group, MAX_UNDOING).map(({ call }) => call))
  const closed = refused.flatMap(({ target, ways }) =>
    target.candidates
      .filter(isOther)
      .map((caller) => ways.slice(0, MAX_UNDOING).map((way) => callOf(target, caller, way))),
  )
  return [...rows, ...closed]
    .flat()
    .filter(({ data }) => !data.startsWith(exit ?? ''))
    .slice(0, MAX_SWITCHES)
}

/** What the contract holds of each asset at stake, in parts that a caller may ask for. */
function potsOf({ watched }: SwitchQuestion, { context: { fixture } }: Searched): PotPart[] {
  return watched.flatMap(({ asset, assetType, amount }) => {
    if (assetType !== 'native' && assetType !== 'erc20') return []
    const held = asset === null ? fixture.nativeHeld : fixture.assets.find(({ address }) => address === asset)?.held
    return [{ asset, parts: partsOf((held ?? 0n) > amount ? (held ?? 0n) - amount : 0n, amount) }]
  })
}

/** What is executed before the withdrawal: each function for all that is held, and a few of its ways as they were tried. */
function actsOf(
  { account, paid, byAnyone }: SwitchQuestion,
  { context, tried }: Searched,
  pots: readonly PotPart[],
): Act[] {
  const { fixture, address: subject } = context
  // What the depositor's own withdrawal pays another account is that account's.
  const exit = paid.call?.data.slice(0, 10)
  const privileged = tried.filter(
    ({ caller, made }) =>
      (caller.role !== 'stranger' || byAnyone === true) && caller.address !== account && made.selector !== exit,
  )
  const groups = [
    ...Map.groupBy(
      privileged,
      ({ target, made, caller }) => `${target.address} ${made.selector} ${caller.address}`,
    ).values(),
  ]
  const takes = groups.slice(0, MAX_TAKES).flatMap((group) => {
    const [of] = group
    if (of === undefined) return []
    const values = valuesFor(context, of.target, of.caller.address)
    return pots.map(({ asset, parts }): Act => {
      const first = of.first === undefined ? [] : [of.first.call]
      const calls = potWays(of.made, values, parts).map(({ data }): Transaction => ({ ...of.call, data }))
      // An account that the call may have allowed to take tokens takes them at once: a later call may lower the allowance.
      const pulled = calls.flatMap((call) => [
        call,
        ...(asset === null ? [] : pullsBy(call, { token: asset, subject, parts, fixture })),
      ])
      return { of, calls: [...first, ...pulled] }
    })
  })
  const rows = groups.map((group) => chooseWays(group, MAX_WAYS))
  const byTurns = Array.from({ length: MAX_WAYS }, (_, at) => rows.flatMap((row) => row[at] ?? [])).flat()
  const switches = byTurns.map((of): Act => {
    // What was tried on a made-up holder is done to the owner of the deposit.
    const aimed = (one: Transaction): Transaction => ({
      ...one,
      data: one.data.replaceAll(fixture.holder.slice(2), account.slice(2)) as Hex,
    })
    return { of, calls: [...(of.first === undefined ? [] : [aimed(of.first.call)]), aimed(of.call)] }
  })
  return [...takes, ...switches.slice(0, MAX_SWITCHES)]
}

/** Calls by which made-up accounts in a call, or its caller, take tokens of the contract: refused unless they are allowed to. */
function pullsBy(
  { from, data }: Transaction,
  {
    token,
    subject,
    parts,
    fixture,
  }: { token: Address; subject: Address; parts: readonly bigint[]; fixture: PrivilegesContext['fixture'] },
): Transaction[] {
  const [all = 0n] = parts
  return [fixture.holder, fixture.probe, from]
    .filter((spender) => data.includes(spender.slice(2)))
    .map((spender) => ({
      from: spender,
      to: token,
      value: 0n,
      data: words(TRANSFER_FROM, subject, spender, all),
      gas: GAS,
    }))
}
