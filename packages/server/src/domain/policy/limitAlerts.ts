import { getAddress } from 'viem/utils'
import type { Environment } from '../environment.ts'
import type { NewEvent } from '../event.ts'
import { type PolicyUsage, usdText } from './decision.ts'
import { limitMicroUsd } from './evaluatePolicy.ts'
import type { Policy } from './policy.ts'

/**
 * Returns the events `policy.limit_alert` of a booking: one for each limit whose share `alertAt` is reached now and was not before it. The
 * identity tells each once per UTC day, wallet and limit.
 */
export function limitAlerts(
  { address, version, rules }: Policy,
  {
    wallet: { accountId, environment },
    before,
    after,
    now,
  }: {
    wallet: { accountId: string; environment: Environment }
    before: PolicyUsage
    after: PolicyUsage
    now: number
  },
): NewEvent[] {
  const { dailySpendingLimit: limits } = rules
  if (limits === null) return []
  const { usd, rolling24hUsd, alertAt } = limits
  const windows = [
    { window: 'utc_day', limit: usd, was: before.dayMicroUsd, used: after.dayMicroUsd },
    { window: 'rolling_24h', limit: rolling24hUsd, was: before.rollingMicroUsd, used: after.rollingMicroUsd },
  ]
  const day = new Date(now).toISOString().slice(0, 10)
  return windows.flatMap(({ window, limit, was, used }): NewEvent[] => {
    if (limit === null) return []
    const micro = limitMicroUsd(limit)
    const threshold = micro * alertAt
    if (used < threshold || was >= threshold || used === was) return []
    const entity = getAddress(address)
    const data = {
      wallet: entity,
      window,
      limitUsd: usdText(micro),
      usedUsd: usdText(used),
      leftUsd: usdText(Math.max(0, micro - used)),
      alertAt: String(alertAt),
      day,
      policyVersion: version,
    }
    const identity = `policy.limit_alert:${address}:${window}:${day}`
    return [
      { accountId, environment, type: 'policy.limit_alert', entity, data: JSON.stringify(data), identity, at: now },
    ]
  })
}
