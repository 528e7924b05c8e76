import { explorePulls } from '../paths/explore.ts'
import type { Explored } from '../paths/explored.ts'
import { TAINT } from '../paths/marks.ts'
import type { ProposedCall } from '../paths/proposedCall.ts'
import type { Lifted, Opening } from '../paths/pull.ts'
import type { FoundPull } from './contractPulls.ts'
import { withAmount } from './proposal.ts'

const MAX_STEPS = 25_000
/** Percent of the holdings: fees and surplus are less, and a limit such as all deposits is about as much. */
const TRIED_PERCENT = 90n

/** Calls in which it may be paid: a limit for each call does not bound what several calls take. */
const TIMES = [1n, 4n]

/**
 * Whether a found payment, which the code compares with a word for all users, goes through for most of what the contract holds: the call runs
 * again with that amount and the real holdings, at once and in parts one after another, and no such comparison may be in its way. A limit such as
 * “what is left above all deposits” is, and so is one that counts what was paid.
 */
export async function paysMost(
  world: Explored,
  { proposals = [] }: Pick<FoundPull, 'proposals'>,
  holdings: ReadonlyMap<bigint | null, bigint>,
): Promise<boolean> {
  for (const [call, ...more] of proposals) {
    if (call === undefined || more.length > 0) continue
    for (const [asset, held] of holdings) {
      const most = (held * TRIED_PERCENT) / 100n
      for (const times of TIMES)
        if (most >= times && (await paysInParts(world, call, { asset, holdings, part: most / times, times })))
          return true
    }
  }
  return false
}

type Parts = { asset: bigint | null; holdings: ReadonlyMap<bigint | null, bigint>; part: bigint; times: bigint }

async function paysInParts(
  world: Explored,
  call: ProposedCall,
  { asset, holdings, part, times }: Parts,
): Promise<boolean> {
  const amount = call.roles.amount ?? 0
  const input = withAmount(call, part)
  const isBound = ({ marks, order }: Lifted) => order === true && (marks & amount) !== 0 && (marks & TAINT.stored) !== 0
  let opening: Opening | undefined
  for (let paid = 0n; paid < times; paid++) {
    const left = new Map([...holdings].map(([one, held]) => [one, one === asset ? held - paid * part : held]))
    const ends: Parameters<NonNullable<Explored['ended']>>[0][] = []
    const told = { ...world, holdings: left, left: MAX_STEPS, ended: (path: (typeof ends)[number]) => ends.push(path) }
    const { pulls } = await explorePulls(told, input, opening)
    const found = pulls.find(
      // Where the amount stands in a part of the word that was not filled, it stays small.
      ({ payout, lifted }) => payout?.asset === asset && payout.amount.value >= part && !lifted.some(isBound),
    )
    if (found === undefined) return false
    const path = ends.find(({ lifted }) => lifted === found.lifted)
    opening = { slots: path?.slots ?? new Map(), lifted: [], input }
  }
  return true
}
