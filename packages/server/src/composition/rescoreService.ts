import type { Chain } from '@redoubt/risk/chain.ts'
import type { Store } from '../store/openStore.ts'
import type { EntityJudge } from '../usecases/reports/entityJudge.ts'
import type { JudgeBlock } from '../watch/ports.ts'
import { createRescoring, type Rescoring } from '../watch/rescore/rescore.ts'
import { touchedBy } from '../watch/rescore/touchedBy.ts'

export type RescoreService = Omit<Rescoring, 'touch'> & {
  /** Since the process began. */
  counts(): { scored: number; failed: number }
  /** The same judge; contracts that say in a block that they were changed are scored soon. */
  besides(judge: JudgeBlock): JudgeBlock
}

/** Watched entities scored again: by the clock, and when their contracts say that something changed. Part of the composition root. */
export function createRescoreService({
  store,
  judge,
  chains,
  intervalMs,
  wake,
  isAwake,
  onProblem,
}: {
  store: Pick<Store, 'notifiedScores' | 'entityScores'>
  judge: EntityJudge
  chains(environment: 'live' | 'test'): readonly Chain[]
  intervalMs: number
  /** Tells the delivery loop that something is due. */
  wake(): void
  isAwake(environment: 'live' | 'test'): boolean
  onProblem(error: unknown): void
}): RescoreService {
  const counts = { scored: 0, failed: 0 }
  const rescoring = createRescoring({
    store: store.notifiedScores,
    scores: store.entityScores,
    judge,
    chains,
    intervalMs,
    isAwake,
    onSettled: wake,
    onProblem,
    onRescored: (outcome) => {
      counts[outcome]++
    },
  })
  const { touch, ...rest } = rescoring
  return {
    ...rest,
    counts: () => ({ ...counts }),
    besides: (judgeBlock) => (block, signal) => {
      const { chain, environment } = block
      // The block does not wait for it, and is not judged again because of it.
      void touch({ environment, chain }, touchedBy(block)).catch(onProblem)
      return judgeBlock(block, signal)
    },
  }
}
