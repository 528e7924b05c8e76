import type { Origin } from '@redoubt/risk/facts/origin.ts'

export type RenderedOrigin = Pick<Origin, 'url' | 'host' | 'listed' | 'official' | 'lexical'> &
  Required<Pick<Origin, 'likenesses'>>

/** The `origin` of an answer: how the site that asks is known, and what its name looks like. */
export function renderOrigin({ url, host, listed, official, lexical, likenesses = [] }: Origin): RenderedOrigin {
  return { url, host, listed, official, lexical, likenesses }
}
