import type { Hold } from './heldTransaction.ts'

/** What a figure may grow by, in percent, before the approval of it is none: prices move while an administrator reads. */
const MAX_GROWTH = 10n
const PERCENT = 100n
const MICRO = 1_000_000

/** Whether an approval of some reasons covers one that holds now: the same one, about as large, and nothing more unknown. */
export function coversHold(approved: readonly Hold[], now: Hold): boolean {
  return approved.some(
    (one) =>
      one.rule === now.rule &&
      one.wallet === now.wallet &&
      now.missing.every((name) => one.missing.includes(name)) &&
      isAbout(one, now),
  )
}

function isAbout(one: Hold, now: Hold): boolean {
  if (one.asked === null || now.asked === null) return one.asked === now.asked && one.reason === now.reason
  const [before, after] = [one, now].map(figureOf)
  if (before === undefined || after === undefined || before === null || after === null) return one.asked === now.asked
  return after * PERCENT <= before * (PERCENT + MAX_GROWTH)
}

function figureOf({ unit, asked }: Hold): bigint | null {
  if (unit === 'usd') return BigInt(Math.ceil(Number(asked) * MICRO))
  return unit === 'base-units' && asked !== null ? BigInt(asked) : null
}
