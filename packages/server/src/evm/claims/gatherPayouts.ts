import type { ClaimSwitch } from '@redoubt/risk/facts/claim.ts'
import { indicesIn } from './calls/claimValues.ts'
import type { SwitchFindings } from './gatherSwitches.ts'
import { inBackground } from './inBackground.ts'
import { executedPayouts, NOTHING_MADE } from './payouts/executedPayouts.ts'
import { payoutPaths } from './payouts/payoutPaths.ts'
import { payoutsToOthers } from './payouts/payoutsToOthers.ts'
import type { Deposit } from './searchDeposit.ts'

/** What the code of the contracts can pay to others, as its paths show. */
export type PayoutFindings = {
  /** Payments that were executed before the withdrawal. `cut`: none was found, and not all of that was looked at. */
  made: readonly ClaimSwitch[]
  cut: boolean
  /** Payments that cannot be executed here: the search goes on. */
  lifted: Promise<ClaimSwitch[]>
}

/** Follows the code of the contracts to its payments, and executes those where nothing else was seen to take the deposit. */
export async function gatherPayouts(
  deposit: Deposit,
  { switches, aimed, called }: SwitchFindings,
): Promise<PayoutFindings> {
  const { sources, block, question, owned, runs, paid, takers, isLarge, coverage, signal } = deposit
  const { account, watched, payers, values, stand } = owned
  const { transaction, simulation } = question
  const { skipped } = coverage
  const ids = [...values.ids, ...indicesIn(transaction)]
  const paths = isLarge
    ? await payoutPaths(sources.chain, { block, payers, simulation, ids, holders: takers, watched }, signal).catch(
        skipped([]),
      )
    : []
  const lifted = inBackground(
    payoutsToOthers(
      sources.chain,
      paths,
      { block, account, watched, stranger: stand.stranger, ownCalls: paid === null },
      signal,
    ).catch(skipped([])),
  )
  const isTaken = [...switches, ...aimed, ...called].some((one) => one.takes !== null && one.comesBack !== true)
  const { switches: made, cut } =
    paid === null || isTaken
      ? NOTHING_MADE
      : await executedPayouts(sources, { owned, paths, runs, paid, takers }, signal).catch(skipped(NOTHING_MADE))
  return { made, cut, lifted }
}
