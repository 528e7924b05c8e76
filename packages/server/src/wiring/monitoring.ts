import { randomInt } from 'node:crypto'
import { createCounterpartyScores } from '../monitors/alerts/counterpartyScores.ts'
import { createJudgeBlock } from '../monitors/alerts/judgeBlock.ts'
import { createWatchList, type WatchList } from '../monitors/alerts/watchList.ts'
import type { JudgeBlock, WatchRows } from '../monitors/ports.ts'
import type { EntityJudge } from '../scans/entity/entityJudge.ts'
import type { Networks } from './networks.ts'

/** What blocks mean to those who watch, and who does. Nothing is read before somebody asks. Part of the composition root. */
export function createMonitoring({
  rows,
  networks,
  ...scoring
}: {
  rows: WatchRows
  networks(environment: 'live' | 'test'): Promise<Pick<Networks, 'monitorSources'>>
  judge: EntityJudge
  listRevision(): Promise<string>
  onProblem(error: unknown): void
}): { judge: JudgeBlock } & Pick<WatchList, 'isWatching'> {
  const list = createWatchList(rows, { seed: randomInt(2 ** 32), now: Date.now })
  const scoreOf = createCounterpartyScores({ ...scoring, now: Date.now })
  const judge = createJudgeBlock({
    ...{ list, rows, now: Date.now },
    sourcesFor: async (environment, chain) => ({
      ...(await networks(environment)).monitorSources(chain),
      score: (address, signal) => scoreOf({ environment, chain }, address, signal),
    }),
  })
  return { judge, isWatching: list.isWatching }
}
