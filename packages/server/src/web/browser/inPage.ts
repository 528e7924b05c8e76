import { withTimeout } from '../../lib/withTimeout.ts'
import type { Devtools, Untrusted } from './devtools.ts'
import type { WatchedWindow } from './openWindow.ts'
import { MAX_DOCUMENT } from './pageRecorder.ts'
import { pageScript } from './pageScript.ts'
import { contextOf } from './worlds.ts'

/** Longest that looking for something may hold the page, in milliseconds. */
export const LOOK_MS = 1_000

/** Where a script of ours runs. */
export type Place = Pick<WatchedWindow, 'session' | 'world' | 'frameId'>

/** Runs our script in the page, where the page's own scripts do not see it. @throws Error where it does not come to its end. */
export async function evaluate(
  devtools: Devtools,
  place: Place,
  expression: string,
  awaitPromise = false,
): Promise<unknown> {
  const { session } = place
  const contextId = await contextOf(devtools, place)
  const found = await devtools.send(
    'Runtime.evaluate',
    { expression, contextId, returnByValue: true, timeout: LOOK_MS, awaitPromise },
    session,
  )
  if (found.exceptionDetails !== undefined) throw new Error('A script of ours did not end in the page.')
  return (found.result as Untrusted | undefined)?.value
}

/** Null when it takes longer, or fails. What is waited for may never come once the browser has ended. */
export function within<Value>(milliseconds: number, promise: Promise<Value>): Promise<Value | null> {
  return withTimeout(
    promise.catch(() => null),
    milliseconds,
    { ref: false },
  )
}

/** A document as it is now: HTML with shadow roots and frames of the same site, and texts in it that no person can see. */
export type SeenDocument = { html: string; hidden: string[] }

/** Null for a page that does not answer. */
export async function readDocument(devtools: Devtools, window: Place): Promise<SeenDocument | null> {
  const { html, hidden } = ((await evaluate(devtools, window, pageScript('readDocument', MAX_DOCUMENT))) ??
    {}) as Untrusted
  if (typeof html !== 'string') return null
  return { html, hidden: Array.isArray(hidden) ? hidden.filter((one) => typeof one === 'string') : [] }
}
