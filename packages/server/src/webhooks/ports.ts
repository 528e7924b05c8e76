import type { SignedEvent } from './sign.ts'

// Due deliveries, declared by the loop that sends them; the store implements it. Times are Unix milliseconds.

/** A delivery that this process may attempt until `leasedUntil`. Secrets: the current one first. */
export type LeasedDelivery = {
  id: string
  webhookId: string
  accountId: string
  eventId: string
  type: string
  url: string
  endpoint: string
  secrets: [string, ...string[]]
  body: string
  /** Made before in this round. */
  attempts: number
  firstAttemptAt: number
  /** One attempt that a client asked for: its failure does not make the webhook fail. */
  byHand: boolean
  leasedUntil: number
}

export type LeaseOptions = {
  now: number
  leaseMs: number
  limit: number
  /** Webhooks that have enough to do, by id. */
  without: readonly string[]
  /** What is sent: fixed with the first lease. */
  bodyOf(event: SignedEvent, secret: string): string
}

/** An attempt of a delivery while it was leased. */
export type MadeAttempt = {
  delivery: Pick<LeasedDelivery, 'id' | 'webhookId' | 'byHand' | 'leasedUntil'>
  attempt: {
    at: number
    /** Of HTTP; null when there was no answer, and `error` says why. */
    status: number | null
    error: string | null
    durationMs: number
    delivered: boolean
    /** Null: it was the last, and unless a client asked for it by hand the webhook is failing from now on. */
    nextAt: number | null
  }
}

export type DueDeliveries = {
  /**
   * Takes deliveries that are due, oldest first, so that no other process does. A webhook whose secret cannot be opened is failing
   * from now on.
   */
  lease(options: LeaseOptions): Promise<LeasedDelivery[]>
  /** Gives back what was not attempted. */
  release(deliveries: readonly LeasedDelivery[], now: number): Promise<void>
  /**
   * Writes the outcomes of attempts, all or nothing. Attempts whose lease has passed to another worker are skipped.
   * @returns The webhooks that are failing from now on and were not before.
   */
  record(attempts: readonly MadeAttempt[]): Promise<string[]>
}
