/**
 * Where events go. It is failing after the last attempt of a delivery, or when its secret cannot be read; a customer
 * activates it again. Times are Unix milliseconds.
 */
export type Webhook = {
  id: string
  url: string
  events: string[]
  /** As given; empty: all. */
  entities: string[]
  status: WebhookStatus
  lastTriggeredAt: number | null
  createdAt: number
}
export type WebhookStatus = 'active' | 'failing'

/** `keys[i]` is `spelled[i]` as events name it. */
export type WebhookEntities = { spelled: string[]; keys: string[] }

/** Of an account in each environment, on the largest plan. */
export const MAX_WEBHOOKS = 100
/** Of all entities of a webhook: 1,000 addresses, or as many URLs of 260 characters. */
export const MAX_ENTITY_BYTES = 262_144
/** An earlier secret signs too for this long after a rotation. */
export const SECRET_OVERLAP_MS = 24 * 60 * 60 * 1000
/** Deliveries that waited longer while their webhook was failing expire when it is activated. */
export const MAX_PARKED_MS = 3 * 24 * 60 * 60 * 1000
/** Events of one replay. */
export const MAX_REPLAYED = 1_000

/** Whether the entities of one webhook fit, as given and as events name them. */
export function fitsWebhook({ spelled, keys }: WebhookEntities): boolean {
  const bytes = (texts: readonly string[]) => texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  return Math.max(bytes(spelled), bytes(keys)) <= MAX_ENTITY_BYTES
}

/** Whether a text can be a customer's own secret. Its bytes in UTF-8 are the key: what has none, two programs would encode differently. */
export function isWebhookSecret(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}
