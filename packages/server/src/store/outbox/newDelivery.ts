import { v7 as uuidv7 } from 'uuid'
import { newDeliveryStatus } from '../../domain/delivery.ts'
import type { WebhookStatus } from '../../domain/webhook.ts'

/** Returns the row of a delivery without attempts. `at` in Unix milliseconds; a delivery to a failing webhook waits. */
export function newDelivery(webhookId: string, eventId: string, at: number, webhookStatus: WebhookStatus) {
  return {
    id: `dlv_${uuidv7().replaceAll('-', '')}`,
    webhook_id: webhookId,
    event_id: eventId,
    attempts: 0,
    by_hand: 0,
    status: newDeliveryStatus(webhookStatus),
    due_at: at,
    leased_until: 0,
    log: '[]',
    created_at: at,
  }
}
