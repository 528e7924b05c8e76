import type { Chain } from '@redoubt/risk/chain.ts'
import type { Environment } from '../../domain/environment.ts'
import type { ScoreStore } from '../../domain/ports/entityScores.ts'
import type { EntityJudge } from '../../usecases/reports/entityJudge.ts'
import type { JudgeBlock, NotifiedScores } from '../ports.ts'
import { createRescoring, type Rescoring } from './rescore.ts'
import { touchedBy } from './touchedBy.ts'

export type RescoreService = Omit<Rescoring, 'touch'> & {
  /** Since the process began. */
  counts(): { scored: number; failed: number }
  /** The same judge; contracts that say in a block that they were changed are scored soon. */
  besides(judge: JudgeBlock): JudgeBlock
}

/** Watched entities scored again: by the clock, and when their contracts say that something changed. */
export function createRescoreService({
  store,
  scores,
  judge,
  chains,
  intervalMs,
  wake,
  isAwake,
  onProblem,
}: {
  store: NotifiedScores
  scores: Pick<ScoreStore, 'put'>
  judge: EntityJudge
  chains(environment: Environment): readonly Chain[]
  intervalMs: number
  /** Tells the delivery loop that something is due. */
  wake(): void
  isAwake(environment: Environment): boolean
  onProblem(error: unknown): void
}): RescoreService {
  const counts = { scored: 0, failed: 0 }
  const rescoring = createRescoring({
    store,
    scores,
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
