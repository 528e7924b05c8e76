import { createHmac } from 'node:crypto'

/** An event as receivers see it. */
export type SignedEvent = { id: string; type: string; timestamp: string; data: unknown }

/** The request that the service would send for an event: docs/WEBHOOKS.md. `at` in Unix milliseconds. */
export function signEvent(
  { id, type, timestamp, data }: SignedEvent,
  { secret, deliveryId, at }: { secret: string; deliveryId: string; at: number },
): { body: string; headers: Record<string, string> } {
  const signed = { id, type, timestamp, data }
  const body = JSON.stringify({ ...signed, signature: signature(JSON.stringify(signed), secret) })
  const seconds = String(Math.floor(at / 1000))
  const sum = createHmac('sha256', standardKey(secret)).update(`${id}.${seconds}.${body}`).digest('base64')
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'x-svc-signature': signature(body, secret),
      'x-svc-event': type,
      'x-svc-delivery': deliveryId,
      'webhook-id': id,
      'webhook-timestamp': seconds,
      'webhook-signature': `v1,${sum}`,
    },
  }
}

function signature(text: string, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`
}

/** Standard Webhooks: what follows `whsec_` is base64 of the key; any other secret is its bytes. */
function standardKey(secret: string): Buffer {
  const encoded = /^whsec_((?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/.exec(secret)?.[1]
  return encoded === undefined ? Buffer.from(secret) : Buffer.from(encoded, 'base64')
}
