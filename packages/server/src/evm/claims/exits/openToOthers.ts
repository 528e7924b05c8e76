import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import type { Simulator, StateOverrides } from '../../simulation/simulator.ts'
import { callOf } from '../calls/claimValues.ts'
import { isEnough } from '../runs/bestWalk.ts'
import type { Best, claimRuns, Walk, Watched } from '../runs/claimRuns.ts'

type Question = {
  block: PinnedBlock
  account: Address
  /** An account without any relation to the contract. */
  other: Address
  runs: ReturnType<typeof claimRuns>
  watched: readonly Watched[]
  paid: Best
  /** Calls of each function that may pay. */
  exits: readonly (readonly Transaction[])[]
  /** What the other account may pay with: dust, and only that. */
  dust: { approvals: readonly Transaction[]; overrides: StateOverrides }
}

/** Exits that an unrelated account tries. */
const MAX_OPEN = 8

/**
 * Whether an unrelated account gets the same: it takes the owner's place as caller, and in no argument, in one or in all. It has dust of the
 * tokens that the deposit asks for in return: an order may be filled for next to nothing.
 */
export async function isOpenToOthers(
  simulator: Pick<Simulator, 'simulateSequences'>,
  { block, account, other, runs, watched, paid: { walk }, exits, dust }: Question,
  signal: AbortSignal,
): Promise<boolean> {
  if (walk === null) return false
  const swaps = swapsOf(account, other)
  const byOther = (calls: readonly Transaction[], swap: (data: Hex) => Hex) =>
    calls.map(({ to, data }) => callOf(other, to ?? other, swap(data)))
  // Each way alone: one that pays the owner leaves nothing for the next.
  const walks = swaps.flatMap((swap): Walk[] => [
    { blocks: walk.blocks.map(({ calls, ...rest }) => ({ ...rest, calls: byOther(calls, swap) })) },
    ...exits.slice(0, MAX_OPEN).map((calls) => ({
      overrides: dust.overrides,
      blocks: [{ calls: [...dust.approvals, ...byOther(calls.slice(0, 4), swap)] }],
    })),
  ])
  const sequences = walks.map((one) => runs.sequenceOf(other, 0n, one))
  const outcomes = await simulator.simulateSequences({ block, sequences, transfers: true, signal })
  return walks.some((one, index) => {
    const seen = runs.read(other, one, outcomes[index] ?? null)
    return seen !== null && isEnough(seen, watched, 50n)
  })
}

/** Ways to write call data of one account for another: as it is, and with the other account in every, the first and the last place that names the first one. */
export function swapsOf(account: Address, other: Address): ((data: Hex) => Hex)[] {
  const own = account.slice(2)
  return [
    (data) => data,
    (data) => data.replaceAll(own, other.slice(2)) as Hex,
    (data) => data.replace(own, other.slice(2)) as Hex,
    (data) => {
      const at = data.lastIndexOf(own)
      return at < 0 ? data : (`${data.slice(0, at)}${other.slice(2)}${data.slice(at + own.length)}` as Hex)
    },
  ]
}
