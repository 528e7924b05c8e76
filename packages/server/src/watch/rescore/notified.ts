import type { Chain } from '@redoubt/risk/chain.ts'
import type { Owner } from '../../domain/account.ts'
import type { Comparison, Notified } from '../../domain/compareScores.ts'
import type { Environment } from '../../domain/environment.ts'
import type { NewEvent } from '../../domain/event.ts'

/** A watched entity. `chain` null: a URL. */
export type WatchedEntity = { environment: Environment; entity: string; chain: Chain | null }

/** What accounts know of the entities that their webhooks watch, and when each is scored again. Times are Unix milliseconds. */
export type NotifiedScores = {
  /**
   * Brings an account's entities up to date with its webhooks: those that want events of risk have what they name, on all networks;
   * or, naming nothing, what the account scanned and monitors. Their bases are the newest scores that are kept.
   * @param at.soon what has no score is due within so many milliseconds. @param at.later what has one, within so many. @param at.chains networks on which a listed address is scored.
   */
  sync(owner: Owner, at: { now: number; soon: number; later: number; chains: readonly Chain[] }): Promise<void>
  /** Accounts that have webhooks, or had. */
  owners(): Promise<Owner[]>
  /** Whether a webhook wants events of risk of it. */
  isWanted(owner: Owner, entity: string): Promise<boolean>
  /** Takes entities that are due, so that no other process does until `leaseMs` are over. */
  lease(now: number, leaseMs: number, limit: number): Promise<WatchedEntity[]>
  /** Accounts that watch it. */
  watchers(watched: WatchedEntity): Promise<string[]>
  /** Watches it from now on. */
  add(owner: Owner, watched: WatchedEntity, dueAt: number): Promise<void>
  /**
   * Compares, and writes what is known from now on with the events that tell of it, all or nothing.
   * @returns How many deliveries are due; null when the account does not watch it.
   */
  settle(
    owner: Owner,
    watched: WatchedEntity,
    at: { now: number; dueAt: number },
    compare: (known: Notified) => { known: Comparison['known']; events: readonly NewEvent[] },
  ): Promise<number | null>
  /** It is due then, for all of its watchers: it could not be scored. */
  postpone(watched: WatchedEntity, dueAt: number): Promise<void>
  /**
   * Each is due now, or `gapMs` after it was scored last.
   * @param entities as many as a statement may name.
   * @returns Whether any of them is watched.
   */
  touch(
    where: Pick<WatchedEntity, 'environment' | 'chain'>,
    entities: readonly string[],
    at: { now: number; gapMs: number },
  ): Promise<boolean>
}
