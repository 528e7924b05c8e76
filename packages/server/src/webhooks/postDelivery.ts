import type { AllowList } from '@redoubt/egress/allowList.ts'
import type { GuardedFetch } from '@redoubt/egress/guardedFetch.ts'
import { checkReceiver } from './checkReceiver.ts'
import { signatureHeaders } from './sign.ts'

type Posted = {
  id: string
  eventId: string
  type: string
  url: string
  secrets: readonly [string, ...string[]]
  body: string
}
/** HTTP status; null when there was no answer, and `error` says why. */
export type PostOutcome = { status: number | null; error: string | null }
export type PostDelivery = (
  delivery: Posted,
  options: { at: number; deadlineMs: number; signal: AbortSignal },
) => Promise<PostOutcome>

/** Of the answer only the status matters; one that is short leaves the connection to be used again. */
const ANSWER_BYTES = 4_096

/** Sends a delivery once through the guarded egress. Never throws. */
export function createPostDelivery(fetch: GuardedFetch['fetch'], allow: AllowList): PostDelivery {
  return async ({ id, eventId, type, url, secrets, body }, { at, deadlineMs, signal }) => {
    try {
      checkReceiver(url, allow, 'url')
      const signed = signatureHeaders({ id: eventId, type, deliveryId: id }, body, secrets, at)
      const { status } = await fetch({
        url,
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', ...signed },
        // It may arrive twice: its id says that it is the same.
        deadlineMs,
        signal,
        maxBytes: ANSWER_BYTES,
        keepBeginning: true,
        keepAlive: true,
      })
      return { status, error: null }
    } catch (error) {
      return { status: null, error: error instanceof Error ? error.message : String(error) }
    }
  }
}
