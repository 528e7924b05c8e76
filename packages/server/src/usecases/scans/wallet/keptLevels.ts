import type { Address } from '@redoubt/risk/address.ts'
import type { RiskLevel } from '@redoubt/risk/engine/riskLevel.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'

/** `complete` false: a part of the judgement is missing or was cut short. */
export type KeptLevel = { level: RiskLevel; complete: boolean }

/** Levels of addresses for which judgements are kept, by lower-case address. Nothing is scanned; the others are absent. */
export type KeptLevels = (
  block: PinnedBlock,
  addresses: readonly Address[],
  signal: AbortSignal,
) => Promise<ReadonlyMap<Address, KeptLevel>>

const WORST_FIRST: readonly RiskLevel[] = ['critical', 'high', 'medium', 'low', 'safe']

/**
 * Gives rows of an answer the level of the kept judgement of their address; null where none is kept and nothing accuses it. A row that
 * lists or its own facts accuse never gets a better one, and an incomplete judgement makes no row better.
 */
export async function withKeptLevels<Row extends { riskLevel: RiskLevel | null }>(
  rows: readonly Row[],
  {
    addressOf,
    block,
    keptLevels,
    signal,
  }: {
    addressOf(row: Row): string
    block: PinnedBlock | undefined
    keptLevels: KeptLevels | undefined
    signal: AbortSignal
  },
): Promise<Row[]> {
  if (block === undefined || keptLevels === undefined || rows.length === 0) return [...rows]
  const keyOf = (row: Row) => addressOf(row).toLowerCase() as Address
  const levels = await keptLevels(block, rows.map(keyOf), signal)
  return rows.map((row) => {
    const judged = levels.get(keyOf(row))
    return judged === undefined ? row : { ...row, riskLevel: together(row.riskLevel, judged) }
  })
}

function together(own: RiskLevel | null, { level, complete }: KeptLevel): RiskLevel | null {
  if (own === null) return complete || isAccusing(level) ? level : null
  return byWorst(own, level) < 0 ? own : level
}

/** A judgement that is cut short shows only what is against its subject. */
function isAccusing(level: RiskLevel): boolean {
  return level === 'critical' || level === 'high'
}

/** Returns the unknown members of an answer with the level of a list's rows, where it is null in one of them. */
export function withUnknownLevels(
  unknown: readonly string[],
  rows: readonly { riskLevel: RiskLevel | null }[],
  list: string,
): string[] {
  return rows.some(({ riskLevel }) => riskLevel === null) ? [...unknown, `${list}.riskLevel`] : [...unknown]
}

/** Sorts levels, the worst first. */
export function byWorst(a: RiskLevel, b: RiskLevel): number {
  return WORST_FIRST.indexOf(a) - WORST_FIRST.indexOf(b)
}
