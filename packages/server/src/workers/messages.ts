import type { SiblingNews, Told } from '../lib/siblings.ts'

/** From a worker to the process that supervises it. */
export type FromWorker =
  | { kind: 'ready'; url: string }
  | { kind: 'told'; told: Told['told'] }
  /** Its own metrics, as JSON of prom-client. */
  | { kind: 'measured'; scrape: number; metrics: object[] }
  /** It was asked for the metrics of all. */
  | { kind: 'scrape'; question: number }

/** From the supervising process to a worker. */
export type ToWorker =
  | { kind: 'news'; news: SiblingNews }
  | { kind: 'measure'; scrape: number }
  | { kind: 'scraped'; question: number; text: string; contentType: string }

/** Variables by which a worker knows what it is; they are no settings. */
export const SLOT_VARIABLE = 'WORKER_SLOT'
export const FIRST_VARIABLE = 'WORKER_IS_FIRST'
