import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { ClaimTake } from '@redoubt/risk/facts/claim.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { callAs } from '../../rights/takeCalls.ts'
import { word } from '../../trade/trader.ts'
import { type Act, factOf, type OwnerQuestion, runWalks } from '../callers/privilegedActs.ts'
import { callsWithEmptyLists } from '../calls/emptyLists.ts'
import { callWith } from '../calls/exitCalls.ts'
import { LATER } from '../exits/exitSchedule.ts'
import { type ClaimSources, claimRuns, type Walk, type WalkOutcome } from '../runs/claimRuns.ts'

const MAX_SETTERS = 4
const MAX_SECOND_CALLS = 24
const SECOND_WAYS = 6
const MAX_TAKES = 4
const MAX_PAYMENTS = 48
/** Values of a number that leave nothing of a quorum, a threshold or a limit. */
const EXTREMES = [0n, (1n << 256n) - 1n]
const SOON = 3_600n
/** Percent of what left from which on a call takes the deposit. */
const TAKEN_PERCENT = 50n

/**
 * Executes the acts on the state after the deposit, at once and later: those that move most of it to another account than its owner,
 * alone or after another call of the same account. What moves without the deposit too is something else.
 */
export async function depositTakes(
  sources: Pick<ClaimSources, 'simulator'>,
  question: OwnerQuestion,
  { acts, after }: { acts: readonly Act[]; after: ReturnType<typeof claimRuns> },
  signal: AbortSignal,
): Promise<ClaimTake[]> {
  const { account, simulation, losses, watched, stand } = question
  const holders = new Set<Address>(losses.flatMap(({ takers }) => takers))
  const before = claimRuns({ simulation: { ...simulation, stateDiff: {} }, watched, stand })

  const walks = acts.map(
    ({ calls }): Walk => ({ blocks: [{ calls }, ...LATER.map((seconds) => ({ calls, seconds }))] }),
  )
  const seen = await runWalks(sources, question, after, walks, signal)
  const takes = await provenTakes(acts, walks, seen)
  if (takes.length > 0) return takes
  const setters = acts.filter(({ calls }, at) =>
    seen[at]?.calls.some(({ call, success }) => success && calls.includes(call)),
  )
  const inTwo = await takesInTwo(setters.slice(0, MAX_SETTERS))
  return inTwo.length > 0 ? inTwo : takesWithoutLimits()

  /** A first call that names its caller, and a later one that pays it: a changed beneficiary. */
  async function takesInTwo(setters: readonly Act[]): Promise<ClaimTake[]> {
    const second = setters.map((first): Walk => {
      const own = first.caller.candidate.address.slice(2)
      const naming = first.calls.filter(({ data }) => data.includes(own))
      const rest = acts
        .filter(({ caller, made }) => caller === first.caller && made !== first.made)
        .flatMap(({ calls }) => calls.slice(-SECOND_WAYS))
        .slice(0, MAX_SECOND_CALLS)
      return {
        blocks: [
          { calls: [...(naming.length > 0 ? naming : first.calls), ...rest] },
          ...LATER.slice(0, 4).map((seconds) => ({ calls: rest, seconds })),
        ],
      }
    })
    return provenTakes(setters, second, await runWalks(sources, question, after, second, signal))
  }

  /** A number that a payment is compared with, set to the least or the most, and then the payment: it asks for no signature, or has no limit. */
  async function takesWithoutLimits(): Promise<ClaimTake[]> {
    const limits = acts
      .filter((act) => act.caller.account.account === 'eoa' && isLimit(act))
      .slice(0, MAX_SETTERS)
      .flatMap((act) => EXTREMES.flatMap((number) => withNumber(act, number)))
    const ways = limits.map((act): Walk => {
      const payments = paymentsBy(act)
      return { blocks: [{ calls: [...act.calls, ...payments] }, { calls: payments, seconds: SOON }] }
    })
    const takes = await provenTakes(limits, ways, await runWalks(sources, question, after, ways, signal))
    const [take] = takes
    if (take === undefined) return []
    return [...((await isOpened(take)) ? [{ ...take, opened: true as const }] : [take]), ...takes.slice(1)]

    /** Whether the same calls of any account take it, too, once the number is set: what the caller alone may ask for is no quorum. */
    async function isOpened({ caller, selector }: ClaimTake): Promise<boolean> {
      const asAny = ({ data }: Transaction) =>
        callAs(stand.stranger, holder, data.replaceAll(caller.slice(2), stand.stranger.slice(2)) as Hex)
      const [holder = caller] = holders
      const by = limits.filter(
        ({ caller: { candidate }, made }) => candidate.address === caller && made.selector === selector,
      )
      const open = by.map((act): Walk => ({ blocks: [{ calls: [...act.calls, ...paymentsBy(act).map(asAny)] }] }))
      const outcomes = await runWalks(sources, question, after, open, signal)
      return outcomes.some((outcome) =>
        isMost(
          watched.map((_, index) =>
            (outcome?.calls ?? [])
              .flatMap(({ moves }) => moves)
              .filter((one) => one.index === index && holders.has(one.from) && one.to === stand.stranger)
              .reduce((sum, { amount }) => sum + amount, 0n),
          ),
        ),
      )
    }
  }

  /** Whether it takes numbers and stores words that other functions read. */
  function isLimit({ caller, made }: Act): boolean {
    if (!/\bu?int\d*\b/.test(made.signature ?? made.arguments)) return false
    const others = acts.filter((one) => one.caller === caller && one.made !== made)
    return others.some((one) => made.writes.some((slot) => one.made.reads.includes(slot)))
  }

  function withNumber(act: Act, number: bigint): Act[] {
    const { caller, payer, made } = act
    const from = caller.candidate.address
    const accounts = [watched.find(({ asset }) => asset !== null)?.asset ?? from, from]
    const data = callWith(made, { accounts, numbers: [number], words: [0n], flag: false })
    return data === null ? [] : [{ ...act, calls: [callAs(from, payer.address, data)] }]
  }

  /** Payments by the same account, each function in its turn. */
  function paymentsBy({ caller, made: first }: Act): Transaction[] {
    const own = acts.filter(({ caller: by, made }) => by === caller && made !== first)
    const rows = own.map(({ payer, made, calls, pots }) => [
      ...callsWithEmptyLists({ contract: payer.address, made }, caller.candidate.address, pots),
      ...calls,
    ])
    const byTurns = rows.flatMap((_, turn) => rows.flatMap((row) => row[turn] ?? []))
    return byTurns.slice(0, MAX_PAYMENTS)
  }

  async function provenTakes(
    by: readonly Act[],
    ways: readonly Walk[],
    outcomes: readonly (WalkOutcome | null)[],
  ): Promise<ClaimTake[]> {
    const found = by.flatMap((act, at) => {
      const [walk, outcome] = [ways[at], outcomes[at] ?? null]
      if (walk === undefined || outcome === null || (question.whenOutbid && isTrade(outcome))) return []
      return isMost(sumsOf(outcome, act)) ? [{ act, walk, outcome }] : []
    })
    const own = found.map(({ walk }) => walk)
    const without = await runWalks(sources, question, before, own, signal)
    return found
      .flatMap(({ act, walk, outcome }, at): ClaimTake[] => {
        const other = without[at] ?? null
        const [taken] = movesOf(outcome, act).toSorted((a, b) => (b.amount > a.amount ? 1 : -1))
        if (other === null || taken === undefined) return []
        const others = sumsOf(other, act)
        if (!isMost(sumsOf(outcome, act).map((sum, index) => sum - (others[index] ?? 0n)))) return []
        // A seller that is paid only once the auction is over settles it: what was sold may be no item of this chain.
        if (question.whenOutbid && taken.block > 0) return []
        const followedBy = nameOf(taken.call, act)
        const { amount, to: receiver } = taken
        return [{ ...factOf(act, walk, taken.block), amount, receiver, ...(followedBy !== null && { followedBy }) }]
      })
      .toSorted((a, b) => Number(b.isKey) - Number(a.isKey) || a.after - b.after)
      .slice(0, MAX_TAKES)
  }

  /** Whether the depositor is named by what other accounts' calls log: an auctioned item goes to its bidder. */
  function isTrade({ calls }: WalkOutcome): boolean {
    const named: Hex = `0x${word(BigInt(account))}`
    return calls.some(({ call, words }) => call.from !== account && words.includes(named))
  }

  /** What the contracts pay to accounts that they name: what a draw pays to other depositors is not taken. */
  function movesOf({ calls }: WalkOutcome, { caller, named }: Act) {
    const takers = new Set([caller.candidate.address, ...named])
    return calls.flatMap(({ call, moves, block }) =>
      moves.filter(({ from, to }) => holders.has(from) && takers.has(to)).map((one) => ({ ...one, call, block })),
    )
  }

  /** The function of a call of another act; null where it is the act's own. */
  function nameOf({ data }: Transaction, act: Act): string | null {
    const selector = data.slice(0, 10) as Hex
    if (selector === act.made.selector) return null
    return acts.find(({ made }) => made.selector === selector)?.made.signature ?? selector
  }

  function sumsOf(outcome: WalkOutcome, act: Act): bigint[] {
    const moves = movesOf(outcome, act)
    return watched.map((_, index) => moves.reduce((sum, one) => (one.index === index ? sum + one.amount : sum), 0n))
  }

  function isMost(sums: readonly bigint[]): boolean {
    return watched.some(({ amount }, at) => amount > 0n && (sums[at] ?? 0n) * 100n >= amount * TAKEN_PERCENT)
  }
}
