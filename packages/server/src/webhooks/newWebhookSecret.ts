import { randomBytes } from 'node:crypto'

/** As Standard Webhooks writes it: 32 random bytes. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}
