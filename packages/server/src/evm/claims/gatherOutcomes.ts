import type { Claim, ClaimRelease, ClaimTake, WalletCustody } from '@redoubt/risk/facts/claim.ts'
import { SimulationUnavailable } from '../simulation/simulator.ts'
import { ownerOutcomes } from './outcomes/ownerOutcomes.ts'
import { walletCustody } from './outcomes/walletCustody.ts'
import { isCovered } from './runs/bestWalk.ts'
import type { Deposit } from './searchDeposit.ts'

/** What becomes of a deposit that its owner cannot withdraw. */
export type OutcomeFindings = {
  /** Privileged calls that take it, and the one after which a withdrawal pays. */
  executed: readonly ClaimTake[]
  release: ClaimRelease | null
  /** Wallets that have it, where the contract only owes it. */
  custody: WalletCustody | null
}

const NO_OUTCOMES: Pick<Claim, 'takes' | 'release'> = { takes: [], release: null }
/** Percent of the deposit from which a withdrawal pays it back. */
const BACK_PERCENT = 50n

/** Executes what takes or releases a large deposit that no withdrawal pays back, and looks for wallets that have it. */
export async function gatherOutcomes(deposit: Deposit): Promise<OutcomeFindings> {
  const { sources, owned, runs, search, isLarge, coverage, signal } = deposit
  const { best, whenOutbid, looked } = search
  const isBack = isCovered(best, owned.watched, BACK_PERCENT)
  const { takes: executed, release } =
    (isBack && !whenOutbid) || !coverage.complete || !isLarge
      ? NO_OUTCOMES
      : await ownerOutcomes(sources, owned, signal).catch(noOutcomes)
  const custody =
    isBack || whenOutbid || !coverage.complete || !isLarge
      ? null
      : await walletCustody(sources, owned, { runs, looked }, signal).catch(coverage.skipped(null))
  return { executed, release, custody }

  /** The search stays complete: that nothing comes back is known without it. */
  function noOutcomes(error: unknown): typeof NO_OUTCOMES {
    signal.throwIfAborted()
    if (!(error instanceof SimulationUnavailable)) throw error
    return NO_OUTCOMES
  }
}
