import type { Hex } from '@redoubt/risk/address.ts'
import type { ClaimRelease } from '@redoubt/risk/facts/claim.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { takeCalls } from '../../rights/takeCalls.ts'
import {
  type Act,
  factOf,
  type OwnerQuestion,
  runWalks,
  settlingFunctions,
  uniqueCalls,
} from '../callers/privilegedActs.ts'
import { countersIn } from '../calls/claimValues.ts'
import { isCovered } from '../runs/bestWalk.ts'
import type { ClaimSources, claimRuns, Walk } from '../runs/claimRuns.ts'

const MAX_GATED = 6
const MAX_STARTERS = 2
const MAX_EXITS = 16
const MAX_IDS = 2
/** Percent of what left from which on it is paid back. */
const BACK_PERCENT = 50n
const HOUR = 3_600n
const DAY = 86_400n
/** Digits of a call with one argument. */
const ONE_ARGUMENT = 74
/** A word between these is an account: in its place an id would name another account to be paid. */
const MIN_ACCOUNT = 1n << 120n
const MAX_ACCOUNT = 1n << 160n

/** `settle`: the privileged calls after which the withdrawal paid. */
export type Released = { release: ClaimRelease; settle: Transaction[] }

/** Executes a request of the owner, a privileged call and the owner's withdrawal: a queue that an operator or an oracle settles. */
export async function depositRelease(
  sources: Pick<ClaimSources, 'simulator'>,
  question: OwnerQuestion,
  { acts, after }: { acts: readonly Act[]; after: ReturnType<typeof claimRuns> },
  signal: AbortSignal,
): Promise<Released | null> {
  const { block, account, held, losses, watched, values, exits } = question
  const [holder] = acts.map(({ payer }) => payer)
  const next = holder === undefined ? [] : settlingFunctions(holder, question)
  const rank = ({ made }: Act) => Number(made.gated) + 2 * Number(next.includes(made.selector))
  const gated = acts.toSorted((a, b) => rank(b) - rank(a)).slice(0, MAX_GATED)
  const firsts = [null, ...question.starters.slice(0, MAX_STARTERS)]
  const ids = await Promise.all(firsts.map((one) => (one === null ? [] : idsMadeBy(one))))
  const tries = firsts.flatMap((starter, place) =>
    gated.map((act): { act: Act; walk: Walk } => {
      const own = ids[place] ?? []
      const paid = withIds(own)
      const first = starter === null ? [] : [starter]
      return {
        act,
        walk: {
          blocks: [
            { calls: first },
            { calls: [...settling(act, own), ...paid], seconds: HOUR },
            { calls: paid, seconds: DAY },
            { calls: paid, seconds: 7n * DAY },
          ],
        },
      }
    }),
  )
  const outcomes = await runWalks(
    sources,
    question,
    after,
    tries.map(({ walk }) => walk),
    signal,
  )
  for (const [at, { act, walk }] of tries.entries()) {
    const outcome = outcomes[at] ?? null
    const place = outcome?.returned.findIndex((returned) => isCovered({ returned }, watched, BACK_PERCENT)) ?? -1
    const isCalled = outcome?.calls.some(({ call, success }) => success && call.from === act.caller.candidate.address)
    if (place >= 0 && isCalled === true)
      return {
        release: { ...factOf(act, walk, place), returned: outcome?.returned[place]?.[0] ?? 0n },
        settle: walk.blocks.flatMap(({ calls }) => calls.filter(({ from }) => from === act.caller.candidate.address)),
      }
  }
  return null

  /** The privileged call, with the ids and amounts of the request. */
  function settling({ payer, made, caller, calls }: Act, own: readonly bigint[]): Transaction[] {
    const numbers = [...own, ...values.ids, ...values.amounts.slice(0, 1)]
    const asked = { account, tokens: [payer.address], amounts: [], ids: numbers, held: [] }
    const numbered = takeCalls({ contract: payer.address, made }, caller.candidate.address, asked)
    return uniqueCalls([...numbered, ...calls.slice(0, 4)])
  }

  function withIds(own: readonly bigint[]): Transaction[] {
    const numbered = exits
      .filter(({ data }) => data.length === ONE_ARGUMENT && !isAccount(BigInt(`0x${data.slice(10)}`)))
      .flatMap((one) =>
        own.slice(0, MAX_IDS).map((id) => {
          const data: Hex = `0x${one.data.slice(2, 10)}${id.toString(16).padStart(64, '0')}`
          return { ...one, data }
        }),
      )
    return uniqueCalls([...numbered.slice(0, MAX_EXITS), ...exits.slice(0, MAX_EXITS)])
  }

  /** Ids that a request makes, also those that it only counts. */
  async function idsMadeBy(starter: Transaction): Promise<bigint[]> {
    const { stateOverrides } = after.sequenceOf(account, held, { blocks: [{ calls: [starter] }] })
    const [step] = await sources.simulator.simulateSteps({
      block,
      transactions: [starter],
      ...(stateOverrides && { stateOverrides }),
      signal,
    })
    if (step?.success !== true) return []
    return countersIn(
      step.stateDiff,
      losses.flatMap(({ takers }) => takers),
    )
  }
}

function isAccount(word: bigint): boolean {
  return word >= MIN_ACCOUNT && word < MAX_ACCOUNT
}
