import type { ClaimRelease } from '@redoubt/risk/facts/claim.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { takeCalls } from '../../rights/takeCalls.ts'
import { type OwnerQuestion, runWalks, uniqueCalls } from '../callers/privilegedActs.ts'
import { fundsOf } from '../calls/dustOf.ts'
import { exitFunctions } from '../calls/exitCalls.ts'
import { secondsOf } from '../exits/exitSchedule.ts'
import { isCovered } from '../runs/bestWalk.ts'
import type { ClaimSources, claimRuns, Walk } from '../runs/claimRuns.ts'

const MAX_FUNCTIONS = 4
/** Numbers of outcomes. */
const OUTCOMES = [1n, 2n, 0n]
const MAX_FOLLOWING = 4
const MAX_EXITS = 16
/** Percent of what left from which on it is paid back. */
const BACK_PERCENT = 50n
const DAY = 86_400n
/** What another account may stake, as a multiple of the deposit. */
const STAKE = 100n

/**
 * Executes acts that any account may make, with assets of its own, then what any account may call later, and the owner's withdrawal: an
 * outcome that is proposed with a bond, and stands when no account disputes it. Null where none of them leads to a payment to the owner.
 */
export async function openRelease(
  sources: Pick<ClaimSources, 'chain' | 'simulator'>,
  question: OwnerQuestion,
  after: ReturnType<typeof claimRuns>,
  signal: AbortSignal,
): Promise<ClaimRelease | null> {
  const { block, account, transaction, simulation, losses, watched, values, exits, stand } = question
  const holders = losses.flatMap(({ takers }) => takers)
  const [payer] = question.payers.filter(({ address }) => holders.includes(address))
  if (payer === undefined || exits.length === 0) return null
  const called = [transaction, ...(transaction.calls ?? [])].map(({ data }) => data.slice(0, 10))
  const open = exitFunctions(payer.functions).filter(({ gated, selector }) => !gated && !called.includes(selector))
  const tokens = losses.flatMap(({ address }) => address ?? [])
  const amount = STAKE * losses.reduce((most, one) => (one.amount > most ? one.amount : most), 0n)
  const funds = await fundsOf(
    sources,
    block,
    { tokens, amount, contracts: [payer.address], simulation },
    stand.stranger,
    signal,
  )
  const callsOf = (made: (typeof open)[number], ids: readonly bigint[]): Transaction[] => {
    const asked = { account, tokens: [payer.address], amounts: [], ids, held: [] }
    return takeCalls({ contract: payer.address, made }, stand.stranger, asked)
  }
  const paid = exits.slice(0, MAX_EXITS)
  const tries = open.slice(0, MAX_FUNCTIONS).flatMap((made) => {
    const ways = made.arguments === '' ? [[]] : OUTCOMES.map((id) => [id, ...values.ids])
    return ways.map((ids) => {
      const first = callsOf(made, ids).slice(0, 1)
      const following = open.filter((one) => one !== made).slice(0, MAX_FOLLOWING)
      const next = following.flatMap((one) => callsOf(one, values.ids).slice(0, 1))
      const later = uniqueCalls([...next, ...first, ...paid])
      const walk: Walk = {
        overrides: funds.overrides,
        blocks: [
          { calls: [...funds.approvals, ...first] },
          { calls: later, seconds: 3n * DAY },
          { calls: later, seconds: 8n * DAY },
          { calls: later, seconds: 30n * DAY },
        ],
      }
      return { made, first, walk }
    })
  })
  const outcomes = await runWalks(
    sources,
    question,
    after,
    tries.map(({ walk }) => walk),
    signal,
  )
  for (const [at, { made, first, walk }] of tries.entries()) {
    const outcome = outcomes[at] ?? null
    const place = outcome?.returned.findIndex((returned) => isCovered({ returned }, watched, BACK_PERCENT)) ?? -1
    const isMade = outcome?.calls.some(({ call, success }) => success && first.includes(call))
    if (place < 0 || isMade !== true) continue
    return {
      caller: stand.stranger,
      by: 'anyone',
      anyone: true,
      selector: made.selector,
      signature: made.signature,
      isKey: false,
      after: Number(secondsOf(walk.blocks.slice(0, place + 1))),
      returned: outcome?.returned[place]?.[0] ?? 0n,
    }
  }
  return null
}
