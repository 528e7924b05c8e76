import { randomInt } from 'node:crypto'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { Environment } from '../../domain/environment.ts'
import type { EntityJudge } from '../../usecases/reports/entityJudge.ts'
import type { JudgeBlock, WantsInternalTransfers, WatchRows } from '../ports.ts'
import { createJudgeBlock } from './judgeBlock.ts'
import { createCounterpartyScores, type MonitorSources } from './monitorSources.ts'
import { createWatchList, type WatchList } from './watchList.ts'

/** Blocks come faster than monitors do. */
const FRESH_MS = 500

/**
 * Builds what turns blocks into alerts, and the list of watchers. Nothing is read before the first request.
 */
export function createMonitoring({
  rows,
  networks,
  ...scoring
}: {
  rows: WatchRows
  networks(environment: Environment): Promise<{ monitorSources(chain: Chain): Omit<MonitorSources, 'score'> }>
  judge: EntityJudge
  listRevision(): Promise<string>
  onProblem(error: unknown): void
}): {
  scoreOf: ReturnType<typeof createCounterpartyScores>
  judge: JudgeBlock
  wantsInternalTransfers: WantsInternalTransfers
  list: WatchList
} & Pick<WatchList, 'isWatching'> {
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
  return { scoreOf, judge, list, wantsInternalTransfers: createWantsInside(rows), isWatching: list.isWatching }
}

/** Whether any monitor wants the coins that move inside of transactions; asked of the store at most twice a second per chain. */
export function createWantsInside(
  rows: Pick<WatchRows, 'anyPayments'>,
  now: () => number = Date.now,
): WantsInternalTransfers {
  const asked = new Map<string, { at: number; wanted: Promise<boolean> }>()
  return ({ chain, environment }) => {
    const key = `${environment} ${chain}`
    const known = asked.get(key)
    if (known !== undefined && now() - known.at < FRESH_MS) return known.wanted
    const wanted = rows.anyPayments({ chain, environment })
    asked.set(key, { at: now(), wanted })
    wanted.catch(() => asked.delete(key))
    return wanted
  }
}
