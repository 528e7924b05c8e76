import type { ClaimRelease } from '@redoubt/risk/facts/claim.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { takeCalls } from '../rights/takeCalls.ts'
import { isCovered } from './bestWalk.ts'
import type { ClaimSources, claimRuns, Walk } from './claimRuns.ts'
import { type Act, factOf, type OwnerQuestion, runWalks, settlingFunctions, uniqueCalls } from './privilegedActs.ts'
import { exitsWithIds, idsMadeBy } from './requestIds.ts'

const MAX_GATED = 6
const MAX_STARTERS = 2
/** Percent of what left from which on it is paid back. */
const BACK_PERCENT = 50n
const HOUR = 3_600n
const DAY = 86_400n

/** `settle`: the privileged calls after which the withdrawal paid. */
export type Released = { release: ClaimRelease; settle: Transaction[] }

/** Executes a request of the owner, a privileged call and the owner's withdrawal: a queue that an operator or an oracle settles. */
export async function depositRelease(
  sources: Pick<ClaimSources, 'simulator'>,
  question: OwnerQuestion,
  { acts, after }: { acts: readonly Act[]; after: ReturnType<typeof claimRuns> },
  signal: AbortSignal,
): Promise<Released | null> {
  const { account, watched, values, exits } = question
  const [holder] = acts.map(({ payer }) => payer)
  const next = holder === undefined ? [] : settlingFunctions(holder, question)
  const rank = ({ made }: Act) => Number(made.gated) + 2 * Number(next.includes(made.selector))
  const gated = acts.toSorted((a, b) => rank(b) - rank(a)).slice(0, MAX_GATED)
  const firsts = [null, ...question.starters.slice(0, MAX_STARTERS)]
  const ids = await Promise.all(
    firsts.map((one) => (one === null ? [] : idsMadeBy(sources, question, { starter: one, after }, signal))),
  )
  const tries = firsts.flatMap((starter, place) =>
    gated.map((act): { act: Act; walk: Walk } => {
      const own = ids[place] ?? []
      const paid = exitsWithIds(exits, own)
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
}
