import type { WebhookStatus } from './webhook.ts'

/** One event on its way to one webhook. */
export type Delivery = {
  id: string
  webhookId: string
  eventId: string
  type: string
  status: DeliveryStatus
  /** Oldest first. `status` of HTTP; null when there was no answer, and `error` says why. */
  attempts: { at: number; status: number | null; error: string | null; durationMs: number }[]
  /** Null when none is due. */
  nextAttemptAt: number | null
  createdAt: number
}
/** parked: the webhook is failing; expired: it was for too long. */
export type DeliveryStatus = 'pending' | 'delivered' | 'failed' | 'parked' | 'expired'

/** An attempt as the state of its delivery depends on it. `nextAt` null: no attempt is left. */
type Attempt = { delivered: boolean; nextAt: number | null }

/** Deliveries on which a customer may ask for one more attempt. */
export const RETRYABLE = ['delivered', 'failed', 'expired'] as const satisfies readonly DeliveryStatus[]

/** The state of a new delivery: it waits while its webhook is failing. */
export function newDeliveryStatus(webhook: WebhookStatus): DeliveryStatus {
  return webhook === 'active' ? 'pending' : 'parked'
}

/**
 * The state of a delivery after an attempt. One that was parked meanwhile waits with the others.
 * @param byHand the customer asked for this one attempt.
 */
export function statusAfter(before: DeliveryStatus, { delivered, nextAt }: Attempt, byHand: boolean): DeliveryStatus {
  if (delivered) return 'delivered'
  if (before === 'parked') return 'parked'
  return nextAt === null || byHand ? 'failed' : 'pending'
}

/** Whether an attempt makes the webhook fail: it was the last, and no customer asked for it by hand. */
export function failsWebhook({ delivered, nextAt }: Attempt, byHand: boolean): boolean {
  return !delivered && nextAt === null && !byHand
}
