import type { Origin } from '../risk/messageFacts.ts'

export type RenderedOrigin = Pick<Origin, 'url' | 'host' | 'listed' | 'official'>

/** The `origin` of an answer: how the site that asks is known. */
export function renderOrigin({ url, host, listed, official }: Origin): RenderedOrigin {
  return { url, host, listed, official }
}
