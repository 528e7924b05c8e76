import { EgressError } from '@redoubt/egress/egressError.ts'
import type { GuardedFetch } from '@redoubt/egress/guardedFetch.ts'
import type { AllowList } from '@redoubt/egress/publicAddress.ts'
import { checkTarget } from '@redoubt/egress/target.ts'
import type { Receiver } from '../domain/ports/webhooks.ts'
import { InvalidInput } from '../domain/sourceErrors.ts'
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

/**
 * Whether events are delivered to a URL, as far as can be told before its name is looked up; asked again at each attempt, since
 * EGRESS_ALLOW may have changed.
 * @param member how a complaint calls it: `body.url`.
 * @throws InvalidInput that names the remedy.
 */
export function checkReceiver(text: string, allow: AllowList, member: string): Receiver {
  const refuse = (detail: string, cause?: unknown) => new InvalidInput(`${member}: ${detail}`, { cause })
  const given = URL.parse(text)
  if (given === null || (given.protocol !== 'https:' && given.protocol !== 'http:'))
    throw refuse('expected an https URL')
  if (given.username !== '' || given.password !== '')
    throw refuse('expected a URL without credentials, which would not be sent; verify the signature instead')
  try {
    const { url, port, allowed } = checkTarget(text, allow)
    if (url.protocol !== 'https:' && !allowed) throw refuse('expected an https URL')
    return { url: url.href, endpoint: `${url.hostname}:${port}` }
  } catch (error) {
    if (error instanceof EgressError) throw refuse(error.message, error)
    throw error
  }
}
