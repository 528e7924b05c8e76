import { v7 as uuidv7 } from 'uuid'

/** The row of a delivery that nobody has attempted. `at` in Unix milliseconds; what goes to a failing webhook waits. */
export function newDelivery(webhookId: string, eventId: string, at: number, webhookStatus: string) {
  return {
    id: `dlv_${uuidv7().replaceAll('-', '')}`,
    webhook_id: webhookId,
    event_id: eventId,
    attempts: 0,
    by_hand: 0,
    status: webhookStatus === 'active' ? 'pending' : 'parked',
    due_at: at,
    leased_until: 0,
    log: '[]',
    created_at: at,
  }
}
