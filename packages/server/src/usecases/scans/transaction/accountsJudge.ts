import type { Address } from '@redoubt/risk/address.ts'
import { Incomplete, type MissingFact } from '@redoubt/risk/engine/gatherFacts.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import type { Judgement } from '@redoubt/risk/facts/contractJudgement.ts'
import type { FactName } from '@redoubt/risk/facts/facts.ts'

/** An account that a transaction or message uses. `decisive`: it receives power or value. */
export type UsedAccount = { account: Account; decisive: boolean }

/** `decisive`: nothing is safe without its judgement. */
type Unjudged = { decisive: boolean; error: unknown }

/** Judges accounts of one transaction or message by a shared judge, each once, all at the same time. */
export function createAccountsJudge<Kind extends Judgement>({
  root,
  what,
  max,
  isJudged,
  judge,
  unjudged,
}: {
  root: FactName
  /** What is counted where some could not be judged: "contracts used". */
  what: string
  max: number
  isJudged(account: Account): boolean
  judge(account: Account, signal: AbortSignal): Promise<Kind>
  /** Whether the judgement leaves something open, and that decides. Null: nothing. `judgement` null: none was made. */
  unjudged(judgement: Kind | null, one: Unjudged): Unjudged | null
}) {
  const asked = new Map<Address, { decisive: boolean; judged: Promise<Kind> | null }>()

  return {
    /** Begins to judge those that are not yet being judged. `within` ends the wait for them. */
    ask(used: readonly UsedAccount[], within: () => AbortSignal): void {
      let signal: AbortSignal | undefined
      // Those that matter most are never crowded out by those that matter less.
      for (const { account, decisive } of used.toSorted((a, b) => Number(b.decisive) - Number(a.decisive))) {
        const known = asked.get(account.address)
        if (known !== undefined) known.decisive ||= decisive
        if (known !== undefined || !isJudged(account)) continue
        signal ??= within()
        const judged = asked.size < max ? judge(account, signal) : null
        judged?.catch(() => undefined)
        asked.set(account.address, { decisive, judged })
      }
    },
    /** Incomplete where one could not be judged in full. */
    async answer(): Promise<Record<Address, Kind> | Incomplete<Record<Address, Kind>>> {
      const judgements: Record<Address, Kind> = {}
      const open: Unjudged[] = []
      for (const [address, { decisive, judged }] of asked) {
        try {
          const judgement = await judged
          if (judgement !== null) judgements[address] = judgement
          const left = unjudged(judgement, { decisive, error: null })
          if (left !== null) open.push(left)
        } catch (error) {
          const left = unjudged(null, { decisive, error })
          if (left !== null) open.push(left)
        }
      }
      return open.length === 0 ? judgements : new Incomplete(judgements, notJudged(open))
    },
  }

  function notJudged(open: readonly Unjudged[]): MissingFact {
    const error = open.find((one) => one.error !== null)?.error ?? null
    const isLate = error instanceof DOMException && (error.name === 'TimeoutError' || error.name === 'AbortError')
    const missing: MissingFact = {
      reason: isLate ? 'late' : 'failed',
      message: `${open.length} of the ${what} could not be scanned in full${isLate ? ' in time' : ''}`,
      root,
      error,
    }
    return open.some(({ decisive }) => decisive) ? missing : { ...missing, decisive: false }
  }
}
