import {
  type FactProvider,
  type FactProviders,
  type GetFact,
  Incomplete,
  type MissingFact,
} from '@redoubt/risk/engine/gatherFacts.ts'
import type { FactName, Facts } from '@redoubt/risk/facts/facts.ts'
import { NetworkUnavailable, StateUnavailable } from '../../domain/sourceErrors.ts'
import { collectFailedReads } from '../../lib/failedReads.ts'

/**
 * Returns the providers with their failed reads told: a fact in which a read of the network failed is known in part only, whatever its
 * provider made of the failure, and so is each fact that is learned from it.
 */
export function withFailedReads(providers: FactProviders): FactProviders {
  const unread = new Map<FactName, MissingFact>()

  const told =
    <Name extends FactName>(name: Name, provider: FactProvider<Name>): FactProvider<Name> =>
    async (get, signal) => {
      const inherited: MissingFact[] = []
      const getTold: GetFact = async (other) => {
        try {
          return await get(other)
        } catch (error) {
          const missed = missedIn(error)
          if (missed !== null) inherited.push(missed)
          throw error
        } finally {
          const missed = unread.get(other)
          if (missed !== undefined) inherited.push(missed)
        }
      }
      const { value, failed } = collectFailedReads(() => provider(getTold, signal))
      const answer = await value
      const [error] = failed
      const missing = error === undefined ? inherited[0] : failedRead(name, error)
      if (missing === undefined) return answer
      unread.set(name, missing)
      if (!(answer instanceof Incomplete)) return new Incomplete<Facts[Name]>(answer as Facts[Name], missing)
      // What the provider says itself says more, where it decides as much.
      const isTold = answer.missing.error !== null && answer.missing.decisive !== false
      return isTold ? answer : new Incomplete(answer.value, missing)
    }

  const entries = Object.entries(providers) as [FactName, FactProvider<FactName> | undefined][]
  return Object.fromEntries(entries.map(([name, provider]) => [name, provider && told(name, provider)]))
}

function failedRead(root: FactName, error: Error): MissingFact {
  return { reason: 'failed', message: error.message.slice(0, 200), root, error }
}

/** The reason for a fact that is missing, where the network is to blame; null otherwise. */
function missedIn(error: unknown): MissingFact | null {
  const missed = error instanceof Error && 'missed' in error ? (error.missed as MissingFact) : null
  const isUnread = missed?.error instanceof NetworkUnavailable && !(missed.error instanceof StateUnavailable)
  return isUnread ? missed : null
}
