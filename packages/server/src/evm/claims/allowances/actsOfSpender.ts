import type { Address, Hex } from '@redoubt/risk/address.ts'
import { actsAsKey } from '@redoubt/risk/contract/callers.ts'
import { type OwnerQuestion, privilegedActs, runWalks } from '../callers/privilegedActs.ts'
import { readPayer } from '../calls/readPayer.ts'
import type { Best, ClaimSources, claimRuns, Walk, WalkOutcome } from '../runs/claimRuns.ts'

const MAX_FOUND = 2
/** Percent of what came back before, below which a call has taken the withdrawal away. */
const OFF_PERCENT = 50n

type Question = {
  runs: ReturnType<typeof claimRuns>
  paid: Best
  takers: readonly Address[]
  /** The contract that gave the allowance, and what it holds. */
  owner: Address
  held: bigint
  spender: Address
  index: number
}
type Taken = { selector: Hex; signature: string | null; caller: Address; by: string; amount: bigint; receiver: Address }

/**
 * Makes the privileged calls of a contract that has an allowance, as its keys, before the withdrawal that works: those that send what the
 * allowance covers to another account, after which the withdrawal pays less than half. What a contract takes for itself it may give back.
 */
export async function actsOfSpender(
  sources: ClaimSources,
  asked: OwnerQuestion,
  { runs, paid, takers, owner, held, spender, index }: Question,
  signal: AbortSignal,
): Promise<Taken[]> {
  const { block, account, losses, values, watched } = asked
  const payer = await readPayer(sources, block, spender, signal)
  if (payer === null) return []
  const question: OwnerQuestion = {
    ...asked,
    payers: [payer],
    losses: losses.map((loss) => ({ ...loss, takers: [...loss.takers, spender] })),
    values: { ...values, amounts: [held, ...values.amounts] },
  }
  const acts = (await privilegedActs(sources, question, runs, signal)).filter(({ caller }) => actsAsKey(caller.account))
  const walks = acts.map(({ calls }): Walk => {
    const [now, ...rest] = paid.walk?.blocks ?? []
    return { blocks: [{ ...now, calls: [...calls, ...(now?.calls ?? [])] }, ...rest] }
  })
  const seen = await runWalks(sources, question, runs, walks, signal)
  const found = acts.flatMap(({ caller: { candidate }, made }, at): Taken[] => {
    const outcome = seen[at] ?? null
    const move = outcome === null || !isOff(outcome) ? undefined : moveOf(outcome)
    if (move === undefined) return []
    const { selector, signature } = made
    return [
      { selector, signature, caller: candidate.address, by: candidate.by, amount: move.amount, receiver: move.to },
    ]
  })
  return found.slice(0, MAX_FOUND)

  function moveOf({ calls }: WalkOutcome) {
    const inside = [...takers, spender, account]
    return calls
      .flatMap(({ moves }) => moves)
      .find(({ from, to, index: of }) => of === index && from === owner && !inside.includes(to))
  }

  function isOff({ returned }: WalkOutcome): boolean {
    return watched.some((_, of) => (returned.at(-1)?.[of] ?? 0n) * 100n < (paid.returned[of] ?? 0n) * OFF_PERCENT)
  }
}
