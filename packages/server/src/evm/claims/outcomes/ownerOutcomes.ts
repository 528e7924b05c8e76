import type { Claim } from '@redoubt/risk/facts/claim.ts'
import { type OwnerQuestion, privilegedActs } from '../callers/privilegedActs.ts'
import { type ClaimSources, claimRuns } from '../runs/claimRuns.ts'
import { cancelledBids } from './cancelledBids.ts'
import { depositRelease } from './depositRelease.ts'
import { depositTakes } from './depositTakes.ts'
import { openRelease } from './openRelease.ts'
import { requestTakes } from './requestTakes.ts'

/**
 * Says what privileged accounts can do with a deposit that its owner cannot withdraw: take it, or release it to its owner.
 * @throws when the engine or the network gives no answer.
 */
export async function ownerOutcomes(
  sources: ClaimSources,
  question: OwnerQuestion,
  signal: AbortSignal,
): Promise<Pick<Claim, 'takes' | 'release'>> {
  const { simulation, watched, stand } = question
  const after = claimRuns({ simulation, watched, stand })
  const acts = await privilegedActs(sources, question, after, signal)
  const [taken, released] =
    acts.length === 0
      ? [[], null]
      : await Promise.all([
          depositTakes(sources, question, { acts, after }, signal),
          depositRelease(sources, question, { acts, after }, signal),
        ])
  if (question.whenOutbid && taken.length === 0)
    return {
      takes: await cancelledBids(sources, question, { acts, after }, signal),
      release: released?.release ?? null,
    }
  const isQueue = taken.length === 0 && released !== null && question.starters.length > 0
  const takes = isQueue
    ? await requestTakes(sources, question, { acts, settle: released.settle, after }, signal)
    : taken
  return { takes, release: released?.release ?? (await openRelease(sources, question, after, signal)) }
}
