import { spenderKindOf } from '@redoubt/risk/accounts/spenderKind.ts'
import { type FactProviders, Incomplete } from '@redoubt/risk/engine/gatherFacts.ts'
import type { PermitDeposit } from '@redoubt/risk/facts/claim.ts'
import { isExpired } from '@redoubt/risk/message/permissions.ts'
import { StateUnavailable } from '../../../domain/sourceErrors.ts'
import { withSignal } from '../../../lib/withSignal.ts'
import { unreadOfClaims } from '../transaction/missingOfClaims.ts'
import type { MessageSources } from './messageSources.ts'

/** Permits of one message that are tried; an honest one has one. */
const MAX_PERMITS = 2
/** Share of the scan's time by which the search has ended. */
const LATEST = 3 / 4

/**
 * Executes permits for unknown contracts as the deposits that their spenders take. A permit that could not be executed is judged by its
 * amount and its spender alone, and makes the answer incomplete.
 */
export function gatherPermitDeposits(
  sources: Pick<MessageSources, 'permitDeposit'>,
  deadlineMs: number,
): NonNullable<FactProviders['permitDeposits']> {
  const until = performance.now() + deadlineMs * LATEST
  return async (get, signal): Promise<PermitDeposit[] | Incomplete<PermitDeposit[]>> => {
    const [block, message, intents, named, runs, worstCase] = await Promise.all([
      get('block'),
      get('message'),
      get('intents'),
      get('named'),
      get('worstCaseExecutions'),
      get('worstCase'),
    ])
    const asked = intents.flatMap((intent, place) => {
      if (intent.kind !== 'allowance' || intent.tokenId !== null || intent.standard === 'erc721') return []
      if (intent.owner !== message.account || isExpired(intent, block)) return []
      const spender = named[intent.spender]
      const permission = runs.find((run) => run.intent === place)?.steps[0]?.transaction
      if (spender?.class !== 'contract' || spenderKindOf(spender) !== 'unknown' || permission === undefined) return []
      const { token, owner, amount } = intent
      const held = worstCase.lost.find((loss) => loss.address === token && loss.account === owner)?.before ?? null
      if (held === null) return []
      return [{ owner, spender: spender.address, token, held, permission, amount: amount < held ? amount : held }]
    })
    if (asked.length === 0) return []
    const left = Math.max(until - performance.now(), 0)
    const bounded = AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(left))])
    let error: unknown = null
    const found = await Promise.all(
      asked.slice(0, MAX_PERMITS).map((one) =>
        withSignal(sources.permitDeposit(block, one, bounded), bounded).catch((failure: unknown) => {
          signal.throwIfAborted()
          error = failure
          return null
        }),
      ),
    )
    const deposits = found.filter((one) => one !== null)
    if (error === null) {
      const missing = unreadOfClaims(deposits.map(({ claim }) => claim))
      return missing === null ? deposits : new Incomplete(deposits, { ...missing, root: 'permitDeposits' })
    }
    return new Incomplete(deposits, {
      reason: bounded.aborted ? 'late' : 'failed',
      message: 'deposits by the permit were not executed',
      root: 'permitDeposits',
      // State that no node keeps is no failure.
      error: error instanceof StateUnavailable ? null : error,
    })
  }
}
