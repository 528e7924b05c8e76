import { halfOf } from '../corpus/halfOf.ts'
import type { CoinTrapRow, Kind } from './readCoinTraps.ts'

export type JudgedRow = Pick<CoinTrapRow, 'kind' | 'technique' | 'group'> & { isHigh: boolean }

type Share = { groups: number; high: number; rows: number; rowsHigh: number }

/**
 * Shares that are high or above. A group of near-duplicates counts once; `high` sums the shares of its rows, so that a family whose
 * rows differ counts in part.
 */
export function figuresOf(judged: readonly JudgedRow[]): Record<Kind, Share> {
  const of = (kind: Kind) => shareOf(judged.filter((one) => one.kind === kind))
  return { trap: of('trap'), matched: of('matched'), not_trap: of('not_trap'), ordinary: of('ordinary') }
}

export function halvesOf(judged: readonly JudgedRow[]) {
  const half = (name: ReturnType<typeof halfOf>) => figuresOf(judged.filter(({ group }) => halfOf(group) === name))
  return { development: half('development'), heldBack: half('heldBack') }
}

export function byTechnique(judged: readonly JudgedRow[]): Record<string, Share> {
  const traps = judged.filter(({ kind }) => kind === 'trap')
  const techniques = Map.groupBy(traps, ({ technique }) => technique ?? 'unspecified')
  return Object.fromEntries([...techniques].map(([technique, rows]) => [technique, shareOf(rows)]))
}

function shareOf(rows: readonly JudgedRow[]): Share {
  const groups = [...Map.groupBy(rows, ({ group }) => group).values()]
  const high = groups.reduce((sum, group) => sum + countHigh(group) / group.length, 0)
  return { groups: groups.length, high: Math.round(high * 100) / 100, rows: rows.length, rowsHigh: countHigh(rows) }
}

function countHigh(rows: readonly JudgedRow[]): number {
  return rows.filter(({ isHigh }) => isHigh).length
}
