import type { ClaimSources, Walk, WalkOutcome } from '../runs/claimRuns.ts'
import { otherAssets } from '../runs/otherAssets.ts'
import type { SwitchQuestion } from '../switches/switchQuestion.ts'

/**
 * Finds the calls that only turn the deposit into other assets, in all ways in which they were made: the withdrawal pays those instead, worth
 * about the same. `walk`: the withdrawal without them. Returns one of each by its key.
 */
export async function exchangingCalls<One extends { seen: WalkOutcome }>(
  sources: Pick<ClaimSources, 'chain' | 'simulator'>,
  { block, account, held, runs, watched }: SwitchQuestion,
  { walk, keyOf }: { walk: Walk; keyOf: (one: One) => string },
  all: readonly One[],
  signal: AbortSignal,
): Promise<Map<string, One & { takes: null; taken: []; exchanges: true }>> {
  const isPossible = ({ seen }: One) => seen.calls.some(({ gains }) => gains.some(({ amount }) => amount > 0n))
  if (!all.some(isPossible)) return new Map()
  const sequences = [runs.sequenceOf(account, held, walk)]
  const [outcomes = null] = await sources.simulator.simulateSequences({ block, sequences, transfers: true, signal })
  const before = runs.read(account, walk, outcomes)
  if (before === null) return new Map()
  const assets = otherAssets(sources, { block, watched }, signal)
  const harmful = new Set<string>()
  for (const one of all) if (!(await assets.isExchanged(one.seen, before))) harmful.add(keyOf(one))
  const only = all.filter((one) => !harmful.has(keyOf(one)))
  return new Map(only.map((one) => [keyOf(one), { ...one, takes: null, taken: [], exchanges: true }]))
}
