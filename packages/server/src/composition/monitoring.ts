import { randomInt } from 'node:crypto'
import type { EntityJudge } from '../usecases/reports/entityJudge.ts'
import { createCounterpartyScores } from '../watch/alerts/counterpartyScores.ts'
import { createJudgeBlock } from '../watch/alerts/judgeBlock.ts'
import { createWatchList, type WatchList } from '../watch/alerts/watchList.ts'
import type { JudgeBlock, WantsInside, WatchRows } from '../watch/ports.ts'
import type { Networks } from './networks.ts'

const WANTED_MS = 500

/**
 * Builds what turns blocks into alerts, and the list of watchers. Nothing is read before the first request. Part of the
 * composition root.
 */
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
}): { judge: JudgeBlock; wantsInside: WantsInside } & Pick<WatchList, 'isWatching'> {
  const list = createWatchList(rows, { seed: randomInt(2 ** 32), now: Date.now })
  const scoreOf = createCounterpartyScores({ ...scoring, now: Date.now })
  const judge = createJudgeBlock({
    list,
    rows,
    now: Date.now,
    sourcesFor: async (environment, chain) => ({
      ...(await networks(environment)).monitorSources(chain),
      score: (address, signal) => scoreOf({ environment, chain }, address, signal),
    }),
  })
  const asked = new Map<string, { at: number; wanted: Promise<boolean> }>()
  /** Blocks come faster than monitors do. */
  const wantsInside: WantsInside = ({ chain, environment }) => {
    const key = `${environment} ${chain}`
    const known = asked.get(key)
    if (known !== undefined && Date.now() - known.at < WANTED_MS) return known.wanted
    const wanted = rows.anyPayments({ chain, environment })
    asked.set(key, { at: Date.now(), wanted })
    wanted.catch(() => asked.delete(key))
    return wanted
  }
  return { judge, wantsInside, isWatching: list.isWatching }
}
