import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { ClaimSwitch } from '@redoubt/risk/facts/claim.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { keccak256 } from 'viem/utils'
import { overridesOf } from '../../decode/readState.ts'
import type { AcceptedCall } from '../../privileges/calls/tried.ts'
import type { Candidate } from '../../privileges/holders/candidate.ts'
import { codeHashes } from '../../privileges/holders/codeAddresses.ts'
import { takeCalls } from '../../rights/takeCalls.ts'
import type { CallOutcome, StateOverrides } from '../../simulation/simulator.ts'
import { word } from '../../trade/trader.ts'
import type { Searched } from '../callers/searchPrivileges.ts'
import { exitFunctions, isExitName } from '../calls/exitCalls.ts'
import type { ClaimSources, Walk, WalkOutcome } from '../runs/claimRuns.ts'
import { replayWalks } from '../runs/replayWalks.ts'
import { accompliceCode } from './accomplice.ts'
import { type SwitchQuestion, takenBy } from './switchQuestion.ts'

/** Two calls of a privileged account: the first opens what the second does. */
export type FollowedSwitch = {
  of: Pick<AcceptedCall, 'made' | 'caller'>
  followedBy: ContractFunction | null
  takes: ClaimSwitch['takes']
}

/** Limits of first calls, of their ways, of functions that follow, and of calls of these. */
const MAX_FIRST = 10
const MAX_WAYS = 3
const MAX_FUNCTIONS = 8
const MAX_CALLS = 6
const MAX_ALL_CALLS = 40
const DAY = 86_400n
/** Limits of words that may be lengths of lists, and of such a length. */
const MAX_LENGTHS = 12
const MAX_LENGTH = 1_000n
/** grantRole(bytes32,address) of AccessControl. */
const GRANT_ROLE = '0x2f2ff15d'
const OFF_PERCENT = 50n
/** More than any account holds, and small enough to be multiplied by a price. */
const PLENTY = 1n << 110n

/**
 * Finds privileged calls that do nothing by themselves, but after which the same account's further calls, at once or a day later, take the
 * deposit or stop its withdrawal: an account that lists its own token, names its own contract, or appoints itself. Only calls that write
 * what other functions read come first. `alone`: selectors that do harm by themselves.
 * `investing`: selectors that pay a contract of a list, from which it comes back: they are called about what the first call adds.
 */
export async function followedSwitches(
  { simulator }: Pick<ClaimSources, 'simulator'>,
  question: SwitchQuestion,
  { context, tried }: Searched,
  { alone, investing }: { alone: ReadonlySet<string>; investing: ReadonlySet<string> },
  signal: AbortSignal,
): Promise<FollowedSwitch[]> {
  const { block, account, watched, paid, contract } = question
  const { fixture } = context
  const pots = watched.flatMap(({ asset, amount }) => {
    const all = asset === null ? fixture.nativeHeld : fixture.assets.find(({ address }) => address === asset)?.held
    return [...new Set([all ?? amount, amount])]
  })
  const first = firstCalls()
  const added = await addedIndices()
  if (first.length === 0 || paid.walk === null) return []
  const token = watched.find(({ assetType }) => assetType === 'erc20')?.asset ?? null
  const overrides: StateOverrides = { [fixture.probe]: { code: accompliceCode(token) } }
  const hashes = codeHashes(await context.chain.code(block, context.bytecode.address, signal))
  const keyOf = ({ caller, made }: AcceptedCall) => `${caller.address} ${made.selector}`
  const kinds = [...new Map(first.map((of) => [keyOf(of), of])).values()]
  // What the further calls do without the first one.
  const idle = await run(kinds.map((of) => walkOf(of, [])))
  const controls = new Map(kinds.map((of, at) => [keyOf(of), idle[at] ?? null]))
  const seen = await run(first.map((of) => walkOf(of, [...(of.first === undefined ? [] : [of.first.call]), of.call])))
  const found = first.flatMap((of, at): FollowedSwitch[] => {
    const [control, one] = [controls.get(keyOf(of)), seen[at]]
    if (!control || !one || isOff(control.read) || !isOff(one.read)) return []
    const [opening] = one.read.calls.filter(({ call }) => call === of.call)
    if (opening?.success !== true) return []
    const by = one.walk.blocks.flatMap(({ calls }) => calls)
    const own = by.map((call, index) => (call.from === account ? [] : one.outcomes.slice(index, index + 1)))
    const takes = takenBy(question, own.flat())
    const paying = by.find((_, index) => takenBy(question, own[index] ?? []) !== null)
    const last = takes === null ? openedIn(one, control, of) : paying
    return [{ of, takes, followedBy: last === undefined || last === of.call ? null : functionOf(last) }]
  })
  return found.toSorted((a, b) => Number(b.takes !== null) - Number(a.takes !== null))

  function firstCalls(): AcceptedCall[] {
    const open = new Set(tried.flatMap(({ caller, made }) => (caller.role === 'stranger' ? [made.selector] : [])))
    // What the depositor's own withdrawal pays another account is that account's: it is no setting, and its control would lack it.
    const exit = paid.call?.data.slice(0, 10)
    const possible = tried.filter(
      ({ caller, made }) =>
        caller.address !== account &&
        made.selector !== exit &&
        !open.has(made.selector) &&
        !alone.has(made.selector) &&
        (made.selector === GRANT_ROLE || isRead(made)),
    )
    const groups = Map.groupBy(possible, ({ made, caller }) => `${made.selector} ${caller.address}`)
    const rows = [...groups.values()].map(waysOf)
    const byTurns = Array.from({ length: MAX_WAYS }, (_, at) => rows.flatMap((row) => row[at] ?? [])).flat()
    return byTurns.slice(0, MAX_FIRST)
  }

  /** Whether another function of the contract reads what this one writes. */
  function isRead({ selector, writes }: ContractFunction): boolean {
    return context.bytecode.functions.some(
      (other) =>
        other.selector !== selector &&
        other.mutability !== 'view' &&
        writes.some((slot) => other.reads.includes(slot) || other.gatedBy.includes(slot)),
    )
  }

  /** A call that names the caller's contract, the caller, the depositor in a made-up holder's place, the least number, all that is held, or the largest. */
  function waysOf(group: readonly AcceptedCall[]): AcceptedCall[] {
    const aimed = group
      .filter(({ call, way }) => call.data.includes(fixture.holder.slice(2)) && way.flag !== false)
      .slice(0, 1)
      .map((one) => ({ ...one, call: aimedAt(one.call) }))
    const naming = (who: Address) => group.filter(({ way }) => way.args.includes(who) && way.flag !== false).slice(0, 1)
    const numbers = group.filter(({ way }) => way.number !== null).toSorted((a, b) => (more(a, b) ? -1 : 1))
    const named = [...naming(fixture.probe), ...group.flatMap(({ caller }) => naming(caller.address))]
    const all = group.filter(({ way }) => way.number !== null && pots.includes(way.number)).slice(0, 1)
    // A delay or a limit that the account itself sets to its least is none.
    const least = numbers.slice(-1)
    return [...new Set([...named, ...aimed, ...least, ...all, ...numbers.slice(0, 1), ...group.slice(0, 1)])].slice(
      0,
      MAX_WAYS,
    )
  }

  function aimedAt(call: Transaction): Transaction {
    return { ...call, data: call.data.replaceAll(fixture.holder.slice(2), account.slice(2)) as Hex }
  }

  function walkOf({ caller, made }: AcceptedCall, before: readonly Transaction[]): Walk {
    const [now, ...rest] = paid.walk?.blocks ?? []
    const further = furtherCalls(caller, made)
    return {
      overrides:
        before.length > 0 && made.selector === GRANT_ROLE ? { ...overrides, ...everyRoleOf(caller) } : overrides,
      blocks: [
        { calls: [...before, ...further] },
        // What is announced, adopted and used takes a call of each, in an order that is not known.
        { calls: further, seconds: DAY },
        { calls: [...further, ...(now?.calls ?? [])], ...(now?.seconds && { seconds: now.seconds }) },
        ...rest,
      ],
    }
  }

  /**
   * The state after a role's admin took every role. Compilers keep the place of a role's members instead of the role's name, from which
   * the call would have to be made.
   */
  function everyRoleOf({ address }: Candidate): StateOverrides {
    const written = overridesOf(question.simulation.stateDiff)[contract]
    const members = hashes.map((place) => [keccak256(`0x${word(BigInt(address))}${place.slice(2)}`), `0x${word(1n)}`])
    return { [contract]: { ...written, storage: { ...written?.storage, ...Object.fromEntries(members) } } }
  }

  /** What the caller may do next: for itself, for its contract, and with the asset at stake. */
  function furtherCalls(caller: Candidate, { selector, writes }: ContractFunction): Transaction[] {
    const ids = [...new Set(writes.flatMap((slot) => added.get(slot) ?? []))]
    const isAbout = ({ data }: Transaction) => ids.some((id) => data.startsWith(word(id), 10))
    const written = new Set(writes)
    const rank = ({ reads, signature }: ContractFunction) =>
      (reads.some((slot) => written.has(slot)) ? 0 : 2) + (isExitName(signature) ? 0 : 1)
    const functions = exitFunctions(context.bytecode.functions)
      .filter((made) => made.selector !== selector && !alone.has(made.selector))
      .toSorted((a, b) => rank(a) - rank(b))
      .slice(0, MAX_FUNCTIONS)
    const tokens = watched.flatMap(({ asset }) => asset ?? [])
    const rows = functions.map((made) => {
      const naming = (named: Address, amounts: readonly bigint[]) =>
        takeCalls({ contract, made }, named, { account, tokens, amounts, ids: [], held: [] }).slice(0, MAX_CALLS / 3)
      const about = { account, tokens, amounts: pots, ids, held: [] }
      const listed = takeCalls({ contract, made }, caller.address, about)
        .filter(isAbout)
        .slice(0, MAX_CALLS / 3)
      return [
        ...listed,
        ...naming(fixture.probe, [PLENTY]),
        ...tokens.slice(0, 1).flatMap((token) => naming(token, pots)),
        ...naming(caller.address, pots),
        ...naming(fixture.probe, pots),
      ]
        .filter((call) => !investing.has(made.selector) || isAbout(call))
        .map((call) => ({ ...call, from: caller.address }))
    })
    const byTurns = Array.from({ length: 2 * MAX_CALLS }, (_, at) => rows.flatMap((row) => row[at] ?? [])).flat()
    return [...new Map(byTurns.map((call) => [call.data, call])).values()].slice(0, MAX_ALL_CALLS)
  }

  /** The index of the next entry, for each word that first calls write and that may be the length of a list. */
  async function addedIndices(): Promise<Map<Hex, bigint>> {
    const slots = [...new Set(first.flatMap(({ made }) => made.writes))].slice(0, MAX_LENGTHS)
    const written = question.simulation.stateDiff[contract]?.storage ?? {}
    const lengths = await Promise.all(
      slots.map(async (slot) =>
        BigInt(written[slot]?.after ?? (await context.chain.storage(block, contract, slot, signal))),
      ),
    )
    return new Map(
      slots.flatMap((slot, at): [Hex, bigint][] => {
        const length = lengths[at] ?? 0n
        return length > 0n && length < MAX_LENGTH ? [[slot, length]] : []
      }),
    )
  }

  /** The first call of the other account that is refused without the call before it. */
  function openedIn({ read }: Run, control: Run, { made }: AcceptedCall): Transaction | undefined {
    const usual = new Set(control.read.calls.flatMap(({ call, success }) => (success ? [call.data] : [])))
    const opened = read.calls.filter(({ call, success }) => success && call.from !== account && !usual.has(call.data))
    return opened.find(({ call }) => !call.data.startsWith(made.selector))?.call
  }

  function functionOf({ data }: Transaction): ContractFunction | null {
    return context.bytecode.functions.find(({ selector }) => data.startsWith(selector)) ?? null
  }

  function isOff({ returned }: WalkOutcome): boolean {
    return watched.some((_, at) => (returned.at(-1)?.[at] ?? 0n) * 100n < (paid.returned[at] ?? 0n) * OFF_PERCENT)
  }

  type Run = { walk: Walk; read: WalkOutcome; outcomes: readonly CallOutcome[] }

  async function run(walks: readonly Walk[]): Promise<(Run | null)[]> {
    const replays = await replayWalks(simulator, question, { walks }, signal)
    return replays.map((one) => {
      if (one === null) return null
      const { walk, read, outcomes: all } = one
      // A look comes first, and one ends each block.
      let place = 1
      const outcomes = walk.blocks.flatMap(({ calls }) => {
        const own = all.slice(place, place + calls.length)
        place += calls.length + 1
        return own
      })
      return { walk, read, outcomes }
    })
  }
}

function more(a: AcceptedCall, b: AcceptedCall): boolean {
  return (a.way.number ?? 0n) > (b.way.number ?? 0n)
}
