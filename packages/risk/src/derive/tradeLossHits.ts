import type { Verdict } from '../engine/detector.ts'
import type { Severity } from '../engine/finding.ts'
import type { BalanceChange } from '../facts/changes.ts'
import { formatUsd } from '../wording/assetNames.ts'
import type { Movement } from './shapes.ts'

/** Share of the value given that does not come back. Ordinary fees and slippage stay below the first. */
const LOSS_PERCENT = { medium: 10, high: 30, critical: 80 } as const
/** Thresholds by pool prices alone: their 30-minute mean lags behind a moving price, and the pool's owner can manipulate it. */
const POOL_LOSS_PERCENT = { medium: 30, high: 80 } as const
/** Losses below this are not worth a warning. */
const NEGLIGIBLE_USD = 1

/**
 * Returns one hit for each account that gives more than it gets, at oracle prices, or pool prices where no oracle has one.
 * Unknown when something has no price. `balanceChanges`: the pool prices, see `poolUsd`. Sums in USD, losses in percent of the
 * value given.
 */
export function tradeLossHits(
  { given, gained }: { given: readonly Movement[]; gained: readonly Movement[] },
  balanceChanges: readonly BalanceChange[],
): Verdict {
  if (given.length === 0 || gained.length === 0) return 'not-applicable'
  const unpriced = [...given, ...gained].filter(({ usd }) => usd === null)
  const worthOf = (movement: Movement) => movement.usd ?? poolUsd(movement, balanceChanges)
  const unknown = { unknown: [...new Set(unpriced.map(({ address }) => `price of ${address ?? 'the native coin'}`))] }
  if (unpriced.some((movement) => worthOf(movement) === null)) return unknown
  // Account by account: a Safe's gain does not offset its owner's loss.
  const hits = [...new Set(given.map(({ account }) => account))].flatMap((owner) => {
    const own = (movement: Movement) => movement.account === owner
    const total = (movements: readonly Movement[]) =>
      movements.filter(own).reduce((sum, movement) => sum + (worthOf(movement) ?? 0), 0)
    const givenUsd = total(given)
    const gainedUsd = total(gained)
    const lossUsd = givenUsd - gainedUsd
    const percent = givenUsd > 0 ? (100 * lossUsd) / givenUsd : 0
    const byPools = unpriced.some(own)
    const severity = severityOf(percent, byPools)
    if (lossUsd < NEGLIGIBLE_USD || severity === null) return []
    return [
      {
        severity,
        description: `You give about ${formatUsd(givenUsd)} and get about ${formatUsd(gainedUsd)}${byPools ? ' at pool prices' : ''}: ${percent.toFixed(0)} % less.`,
        evidence: {
          givenUsd,
          gainedUsd,
          lossPercent: Math.round(percent * 100) / 100,
          pricedBy: byPools ? 'pools' : 'oracles',
        },
      },
    ]
  })
  // A pool price that is high enough proves nothing: the taker of the money may own the pool.
  return hits.length === 0 && unpriced.length > 0 ? unknown : hits
}

function severityOf(percent: number, byPools: boolean): Severity | null {
  if (byPools) return percent >= POOL_LOSS_PERCENT.high ? 'high' : percent >= POOL_LOSS_PERCENT.medium ? 'medium' : null
  if (percent >= LOSS_PERCENT.critical) return 'critical'
  return percent >= LOSS_PERCENT.high ? 'high' : percent >= LOSS_PERCENT.medium ? 'medium' : null
}

/**
 * Returns the USD value that pools give to a gained asset without an oracle price: the 30-minute mean, and never more than the
 * pool could pay. Null where there is none. The owner of the pool can manipulate it, so it may show a loss and never offsets one.
 */
export function poolUsd(
  { account, address, tokenId, amount }: Pick<Movement, 'account' | 'address' | 'tokenId' | 'amount'>,
  rows: readonly BalanceChange[],
): number | null {
  const row = rows.find(
    (one) => one.account === account && one.address === address && one.tokenId === tokenId && one.change === amount,
  )
  return row?.priceKind === 'pool' ? row.changeUsd : null
}
