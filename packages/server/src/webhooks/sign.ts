import { createHmac } from 'node:crypto'

/** An event as receivers see it. */
export type SignedEvent = {
  id: string
  type: string
  /** ISO 8601. */
  timestamp: string
  /** JSON text of an object, compact. */
  data: string
}

/**
 * Returns the bytes that a receiver is sent. `signature`, the last member, is over the same JSON without it: a receiver
 * verifies it by taking it out and hashing the rest, in any language that keeps the order of members.
 */
export function signedBody({ id, type, timestamp, data }: SignedEvent, secret: string): string {
  const base = `{"id":${JSON.stringify(id)},"type":${JSON.stringify(type)},"timestamp":${JSON.stringify(timestamp)},"data":${data}}`
  return `${base.slice(0, -1)},"signature":"${signature(base, secret)}"}`
}

/**
 * `X-Svc-Signature` over the exact bytes, and the headers of Standard Webhooks 1.0.0, whose libraries verify them as they are.
 * @param secrets the current one first; during a rotation the earlier one too.
 * @param at Unix milliseconds of this attempt.
 */
export function signatureHeaders(
  event: { id: string; type: string; deliveryId: string },
  body: string,
  secrets: readonly [string, ...string[]],
  at: number,
): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000))
  const standard = secrets.map((secret) => {
    const sum = createHmac('sha256', standardKey(secret)).update(`${event.id}.${timestamp}.${body}`)
    return `v1,${sum.digest('base64')}`
  })
  return {
    'x-svc-signature': signature(body, secrets[0]),
    'x-svc-event': event.type,
    'x-svc-delivery': event.deliveryId,
    'webhook-id': event.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': standard.join(' '),
  }
}

function signature(text: string, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`
}

/** Standard Webhooks: what follows `whsec_` is base64 of the key. A secret of the customer's own is its bytes. */
function standardKey(secret: string): Buffer {
  const encoded = /^whsec_((?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/.exec(secret)?.[1]
  return encoded === undefined ? Buffer.from(secret) : Buffer.from(encoded, 'base64')
}
