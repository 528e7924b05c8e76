import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import type { WorkLimit } from '../../simulation/countWork.ts'
import { SimulationUnavailable } from '../../simulation/simulator.ts'
import { approvalsFor, type ClaimQuestion, calledBy, callOf, isRepetition } from '../calls/claimValues.ts'
import { type ExitValues, exitCalls, exitFunctions, idsAmong, isExitName, isStarterName } from '../calls/exitCalls.ts'
import type { Payer } from '../calls/readPayer.ts'
import { bestOf, better, isCovered, isEnough } from '../runs/bestWalk.ts'
import type { Best, ClaimSources, claimRuns, Stand, Walk, WalkOutcome, Watched } from '../runs/claimRuns.ts'
import { BETWEEN_STEPS, LATER, secondsOf, stepsOf } from './exitSchedule.ts'
import { type LockEnd, lockEnds } from './lockEnds.ts'
import { type Sent, sentAway } from './sentAway.ts'

/** A function, as the owner calls it. */
export type Exit = { payer: Payer; made: ContractFunction; calls: Transaction[] }

type Searched = {
  account: Address
  held: bigint
  payers: readonly Payer[]
  values: ExitValues
  watched: readonly Watched[]
  runs: ReturnType<typeof claimRuns>
  stand: Stand
  work: WorkLimit
}

/** Another token that an exit pays in the place of what left. `seconds`: since the transaction. */
export type Replacement = { token: Address; amount: bigint; call: Transaction; seconds: number }

export type ExitSearch = {
  best: Best
  /** What a migration or a sale pays; null where an exit pays the asset itself, or nothing. */
  replacement: Replacement | null
  /** One of the contracts paid the owner a token that did not leave. */
  delivers: boolean
  /** The best withdrawal pays once another account has repeated the call with more. */
  whenOutbid: boolean
  /** All functions that may pay, and those that were tried. */
  exits: readonly Exit[]
  looked: readonly Exit[]
  /** Calls that went through and paid nothing: requests. */
  starters: readonly Transaction[]
  approvals: readonly Transaction[]
  /** Ends of a lock that the deposit names, after which withdrawals were tried. */
  ends: readonly LockEnd[]
  /** What withdrawals sent to other accounts, and not to the owner. */
  sent: readonly Sent[]
  complete: boolean
  /** The node does not keep the state that a withdrawal reads. */
  unreadable: boolean
}

const MAX_EXITS = 14
const MAX_STARTERS = 3
/** Percent of what left that a call has to take more of: less may be the fee of a request. */
const MIN_PAID_IN_PERCENT = 10n
/** Calls of each function, and calls after a request, at further times. */
const BETWEEN_WAYS = 4
const MAX_BETWEEN_CALLS = 24
/** Sequences in one message, so that the first exits that pay end the search. */
const CHUNK = 5

/** Executes withdrawals as the owner: at once, later, after a request, and after a higher bid. */
export async function searchExits(
  sources: Pick<ClaimSources, 'simulator'>,
  block: PinnedBlock,
  question: ClaimQuestion,
  { account, held, payers, values, watched, runs, stand, work }: Searched,
  signal: AbortSignal,
): Promise<ExitSearch> {
  const { transaction, gained } = question
  let complete = true
  let unreadable = false
  let replacement: Replacement | null = null
  let delivers = false
  const sent: Sent[] = []

  const walkAll = async (walks: readonly Walk[]): Promise<(WalkOutcome | null)[]> => {
    const seen: (WalkOutcome | null)[] = []
    for (let at = 0; at < walks.length; at += CHUNK) {
      const chunk = walks.slice(at, at + CHUNK)
      if (work.isOver()) {
        complete = false
        break
      }
      const sequences = chunk.map((walk) => runs.sequenceOf(account, held, walk))
      try {
        const outcomes = await sources.simulator.simulateSequences({ block, sequences, transfers: true, signal })
        seen.push(...chunk.map((walk, index) => runs.read(account, walk, outcomes[index] ?? null)))
      } catch (error) {
        if (!(error instanceof SimulationUnavailable)) throw error
        complete = false
        if (error.reason !== 'state') break
        unreadable = true
        seen.push(...chunk.map(() => null))
      }
      if (seen.some((one) => one !== null && isEnough(one, watched))) break
    }
    const all = walks.map((_, index) => seen[index] ?? null)
    replacement ??= replacementIn(walks, all, { watched, payers })
    sent.push(...all.flatMap((one) => sentAway(one, { account, contracts: payers.map(({ address }) => address) })))
    delivers ||= all.some((seen) => seen?.calls.some(({ others }) => others.some(isDelivery)) === true)
    return all
  }

  const receipts = gained.filter(({ account: own, address }) => own === account && address !== null)
  const approvals = question.contracts.flatMap((contract) => approvalsFor(receipts, { account, contract }))
  const exits = payers
    .flatMap((payer) => exitFunctions(payer.functions).map((made) => ({ payer, made })))
    .filter(({ payer, made }) => !isRepetition(question, payer, made))
    .toSorted((a, b) => Number(isExitName(b.made.signature)) - Number(isExitName(a.made.signature)))
    .map(({ payer, made }): Exit => {
      const data = exitCalls(made, { ...values, called: calledBy(question, payer) })
      return { payer, made, calls: data.map((one) => callOf(account, payer.address, one)) }
    })
    .filter(({ calls }) => calls.length > 0)
  let looked = exits.slice(0, MAX_EXITS)
  if (exits.slice(MAX_EXITS).some(({ made }) => isExitName(made.signature))) complete = false
  const later = (calls: readonly Transaction[]) => LATER.map((seconds) => ({ calls, seconds }))
  const single = looked.map(({ calls }): Walk => ({ blocks: [{ calls: [...approvals, ...calls] }, ...later(calls)] }))
  const seen = await walkAll(single)
  let best = bestOf(single, seen, watched)
  // What only takes more, as a donation does where the whole balance is approved, would be counted as a loss of the withdrawal.
  const takesMore = new Set(seen.flatMap((one) => (one?.calls ?? []).filter(isPaidIn).map(({ call }) => nameOf(call))))
  if (takesMore.size > 0 && !isCovered(best, watched))
    looked = looked.filter(({ calls }) => !calls.some((call) => takesMore.has(nameOf(call))))
  // An early exit that keeps a part would use up the deposit before the whole is due.
  const early = new Set(
    seen.flatMap((one) =>
      (one?.calls ?? []).filter(({ pays, block }) => pays && block === 0).map(({ call }) => nameOf(call)),
    ),
  )
  // Windows and locks of other lengths.
  const between = (calls: readonly Transaction[]) => BETWEEN_STEPS.map((seconds) => ({ calls, seconds }))
  if (!isCovered(best, watched))
    best = better(
      best,
      await bestWalkOf(
        looked.map(({ calls }) => {
          const few = calls.slice(0, BETWEEN_WAYS)
          return { blocks: [{ calls: approvals }, ...between(few)] }
        }),
      ),
    )

  const firsts = isCovered(best, watched) ? [] : await startersOf(looked)
  if (!isCovered(best, watched)) {
    // A request now, and the payment later.
    const pairs = firsts.flatMap(({ call, words: logged }): Walk[] => {
      // What the request returned or logged is often what the payment asks for.
      const ids = idsAmong(logged.map(BigInt))
      const own = looked
        .flatMap(({ payer, made }) =>
          exitCalls(made, { ...values, ids, called: null }).map((data) => ({ payer, data })),
        )
        .filter(({ data }) => ids.some((id) => data.includes(id.toString(16).padStart(64, '0'))))
        .map(({ payer, data }) => callOf(account, payer.address, data))
      // The same request again would begin its delay anew.
      const others = [...own.slice(0, 6), ...looked.flatMap(({ calls }) => calls.slice(0, 6))].filter(
        (one) => one.data.slice(0, 10) !== call.data.slice(0, 10),
      )
      const first = { calls: [...approvals, call] }
      const patient = others.filter((call) => !early.has(nameOf(call)))
      return [
        ...(patient.length === others.length || patient.length === 0
          ? []
          : [
              { blocks: [first, ...later(patient)] },
              { blocks: [first, ...between(patient.slice(0, MAX_BETWEEN_CALLS))] },
            ]),
        { blocks: [first, ...later(others)] },
        { blocks: [first, ...between(others.slice(0, MAX_BETWEEN_CALLS))] },
      ]
    })
    best = better(best, await bestWalkOf(pairs))
  }
  const { stateDiff: diff } = question.simulation
  const ends = isCovered(best, watched)
    ? []
    : lockEnds(transaction, { diff, contracts: question.contracts, now: block.timestamp })
  if (ends.length > 0) {
    const steps = stepsOf(ends.map(({ tried }) => tried))
    const atEnds = looked.map(({ calls }): Walk => {
      const few = calls.slice(0, BETWEEN_WAYS)
      return { blocks: [{ calls: approvals }, ...steps.map((seconds) => ({ calls: few, seconds }))] }
    })
    best = better(best, await bestWalkOf(atEnds))
  }
  let whenOutbid = false
  if (
    !isCovered(best, watched) &&
    transaction.value > 0n &&
    transaction.to !== null &&
    transaction.calls === undefined
  ) {
    const { to, value, data } = transaction
    const bidOf = (offered: bigint): Transaction => ({
      from: stand.stranger,
      to,
      value: offered,
      data,
      gas: 2_000_000n,
    })
    const exitsAfter = looked.flatMap(({ calls }) => calls.slice(0, 6))
    const outbid = await bestWalkOf([{ blocks: [{ calls: [bidOf(value * 2n), ...exitsAfter] }] }])
    // An auction refuses a bid that is no higher. Where any deposit is welcome, the next one pays for this one.
    if (isCovered(outbid, watched) && (await isRefused(bidOf(value)))) {
      whenOutbid = true
      best = outbid
    }
  }

  const starters = firsts.map(({ call }) => call)
  return {
    best,
    replacement,
    delivers,
    whenOutbid,
    exits,
    looked,
    starters,
    approvals,
    ends,
    sent,
    complete,
    unreadable,
  }

  /** Whether a call took what is watched of the owner, and paid nothing; a loan of the same asset is repaid. */
  function isPaidIn({ success, pays, moves }: WalkOutcome['calls'][number]): boolean {
    return (
      success &&
      !pays &&
      moves.some(
        ({ from, to, index, amount }) =>
          from === account &&
          to !== account &&
          amount * 100n >= (watched[index]?.amount ?? 0n) * MIN_PAID_IN_PERCENT &&
          !gained.some(({ address }) => address === watched[index]?.asset),
      )
    )
  }

  function isDelivery({ from, amount }: { from: Address; amount: bigint }): boolean {
    return amount > 0n && payers.some(({ address }) => address === from)
  }

  async function bestWalkOf(walks: readonly Walk[]): Promise<Best> {
    return bestOf(walks, await walkAll(walks), watched)
  }

  async function isRefused(call: Transaction): Promise<boolean> {
    const [seen] = await walkAll([{ blocks: [{ calls: [call] }] }])
    return seen?.calls[0]?.success === false
  }

  async function startersOf(from: readonly Exit[]): Promise<{ call: Transaction; words: Hex[] }[]> {
    const probes = from.map(({ calls }): Walk => ({ blocks: [{ calls: [...approvals, ...calls] }] }))
    const seen = await walkAll(probes)
    return from
      .flatMap(({ calls, made }, index) => {
        const step = seen[index]?.calls.find((one) => one.success && calls.includes(one.call))
        return step === undefined || (made.signature !== null && !isStarterName(made.signature)) ? [] : [step]
      })
      .slice(0, MAX_STARTERS)
  }
}

/** Percent of what left, unit for unit, that another token has to pay to stand for it. */
const REPLACED_PERCENT = 90n

/** The first token that one of the contracts paid for what left, one for one: the new token of a migration. */
function replacementIn(
  walks: readonly Walk[],
  seen: readonly (WalkOutcome | null)[],
  { watched, payers }: Pick<Searched, 'watched' | 'payers'>,
): Replacement | null {
  const [left] = watched
  if (left === undefined || watched.length > 1 || left.assetType !== 'erc20') return null
  for (const [index, { blocks }] of walks.entries())
    for (const { call, block, others } of seen[index]?.calls ?? [])
      for (const { token, from, amount } of others) {
        const isPayer = payers.some(({ address }) => address === from)
        const isWhole = amount <= left.amount && amount * 100n >= left.amount * REPLACED_PERCENT
        if (isPayer && isWhole) return { token, amount, call, seconds: Number(secondsOf(blocks.slice(0, block + 1))) }
      }
  return null
}

/** A function of a contract. */
function nameOf({ to, data }: Transaction): string {
  return `${to} ${data.slice(0, 10)}`
}
