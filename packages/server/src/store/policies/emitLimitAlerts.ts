import type { Kysely } from 'kysely'
import type { PolicyUsage } from '../../domain/policy/decision.ts'
import { limitAlerts } from '../../domain/policy/limitAlerts.ts'
import type { Policy } from '../../domain/policy/policy.ts'
import type { Wallet } from '../../domain/ports/policies.ts'
import { emitEvent } from '../outbox/insertEvent.ts'
import type { Schema } from '../schema.ts'
import { usageOf } from './countedUsage.ts'

/** Emits `policy.limit_alert` where the usage now is at the alert's share of a limit and was not before. */
export async function emitLimitAlerts(
  transaction: Kysely<Schema>,
  wallet: Wallet,
  { policy, before, now }: { policy: Policy; before: PolicyUsage; now: number },
): Promise<void> {
  if (policy.rules.dailySpendingLimit === null) return
  const after = await usageOf(transaction, wallet, { policy, now })
  for (const event of limitAlerts(policy, { wallet, before, after, now })) await emitEvent(transaction, event)
}
