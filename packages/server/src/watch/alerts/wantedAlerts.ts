import type { EventType } from '../../domain/event.ts'
import type { Watcher } from '../chain/watcher.ts'
import type { Activity, ApprovalMeaning } from './activity.ts'

/** A webhook that names no threshold hears of what scores high or worse. */
const HIGH = 60

/** A kind of alert that a watcher wants of an activity, and what it takes. */
export type WantedAlert =
  | { type: Exclude<EventType, `entity.${string}` | 'address.interaction' | 'monitor.large_transfer'> }
  | { type: 'address.interaction'; riskThreshold: number }
  /** In USD. */
  | { type: 'monitor.large_transfer'; threshold: number }

/**
 * What a watcher wants to hear of an activity, before anything is asked about it.
 * @param approval what the activity means and whether it is unlimited, when it is an approval.
 */
export function wantedAlerts(
  watcher: Watcher,
  activity: Activity,
  approval: { meaning: ApprovalMeaning; unlimited: boolean } | null,
): WantedAlert[] {
  const { monitor, webhook } = watcher
  if (activity.kind === 'approval') {
    if (approval === null || approval.meaning === 'nothing') return []
    const type = approval.meaning === 'new' ? 'approval.new' : 'approval.revoked'
    if (monitor === undefined) return webhook.includes(type) ? [{ type }] : []
    const { enabled, notifyUnlimited } = monitor.alerts.newApproval
    const wanted = type === 'approval.revoked' || enabled || (notifyUnlimited && approval.unlimited)
    return monitor.monitoring.tokenApprovals && wanted ? [{ type }] : []
  }
  // Traces are read for monitors: whether a webhook alone heard of them would hang on what others watch.
  if (monitor === undefined && activity.inside) return []
  if (monitor === undefined)
    return webhook.includes('address.interaction') && !activity.claimed
      ? [{ type: 'address.interaction', riskThreshold: HIGH }]
      : []
  const { monitoring, alerts } = monitor
  // The delegate may do everything, whatever it scores.
  if (activity.kind === 'delegation')
    return monitoring.tokenApprovals && alerts.suspiciousActivity.enabled
      ? [{ type: 'address.interaction', riskThreshold: 0 }]
      : []
  const { largeTransfer, suspiciousActivity } = alerts
  const wanted: WantedAlert[] = []
  if (activity.kind === 'transfer') {
    if (!monitoring[activity.direction === 'in' ? 'incomingTransactions' : 'outgoingTransactions']) return []
    wanted.push({ type: 'monitor.transfer' })
    if (largeTransfer.enabled) wanted.push({ type: 'monitor.large_transfer', threshold: largeTransfer.threshold })
  } else {
    if (!monitoring[activity.kind === 'nft' ? 'nftTransfers' : 'contractInteractions']) return []
    wanted.push({ type: activity.kind === 'nft' ? 'monitor.nft_transfer' : 'monitor.contract_interaction' })
  }
  // An address that only a token's log names did nothing with the wallet.
  if (suspiciousActivity.enabled && !activity.claimed)
    wanted.push({ type: 'address.interaction', riskThreshold: suspiciousActivity.riskThreshold })
  return wanted
}
