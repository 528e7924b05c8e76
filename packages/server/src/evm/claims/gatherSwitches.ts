import type { Address } from '@redoubt/risk/address.ts'
import { accountsIn } from '@redoubt/risk/derive/accountsIn.ts'
import type { Claim, ClaimSwitch } from '@redoubt/risk/facts/claim.ts'
import { shortAddress } from '@redoubt/risk/wording/accountNames.ts'
import { callbackTakes } from './callbacks/callbackTakes.ts'
import { indicesIn } from './calls/claimValues.ts'
import { dustOf } from './calls/dustOf.ts'
import { earlierDepositors } from './exits/earlierDepositors.ts'
import { exitEnd } from './exits/exitEnd.ts'
import { isOpenToOthers } from './exits/openToOthers.ts'
import type { Best } from './runs/claimRuns.ts'
import type { Deposit } from './searchDeposit.ts'
import { aimedSwitches } from './switches/aimedSwitches.ts'
import { type LaterCodeFindings, laterCodeSwitches } from './switches/laterCodeSwitches.ts'
import { lockedExitSwitches } from './switches/lockedExitSwitches.ts'
import { namedTakers } from './switches/namedTakers.ts'
import { preparedTakes } from './switches/preparedTakes.ts'
import type { SwitchQuestion } from './switches/switchQuestion.ts'
import { withdrawalSwitches } from './switches/withdrawalSwitches.ts'

/** What other accounts can do to a withdrawal that pays. */
export type SwitchFindings = {
  /** An unrelated account gets the same by the same call. */
  openToOthers: boolean
  /** Privileged calls of any kind, and those of code that runs in the contract's place later. */
  switches: readonly ClaimSwitch[]
  ofLaterCode: LaterCodeFindings
  /** Calls about the deposit's own id, and calls by contracts that are called back or by accounts that name the depositor before. */
  aimed: readonly ClaimSwitch[]
  /** Calls of the withdrawal by accounts that the deposit's call names. */
  named: readonly ClaimSwitch[]
  called: readonly ClaimSwitch[]
  /** Calls that may come before a withdrawal which is locked until later. */
  conditions: readonly ClaimSwitch[]
  /** When the withdrawal ends by itself. */
  end: Pick<Claim, 'closesAfter' | 'closesWithUse' | 'later'>
  /** Earlier depositors that withdraw what is left. */
  earlier: readonly ClaimSwitch[]
}

const NO_END: SwitchFindings['end'] = { closesAfter: null, closesWithUse: false, later: [] }
const NO_LATER_CODE: LaterCodeFindings = { switches: [], closesAfter: null }
const NO_SWITCHES: SwitchFindings = {
  openToOthers: false,
  switches: [],
  ofLaterCode: NO_LATER_CODE,
  aimed: [],
  named: [],
  called: [],
  conditions: [],
  end: NO_END,
  earlier: [],
}

/** Executes what other accounts can do before the withdrawal that pays, all searches at the same time. Finds nothing where none pays. */
export async function gatherSwitches(deposit: Deposit): Promise<SwitchFindings> {
  const { sources, block, question, owned, runs, paid, isLarge, coverage, fresh, signal } = deposit
  if (paid === null) return NO_SWITCHES
  const { account, held, watched } = owned
  const { transaction, simulation, losses, contracts } = question
  const { skipped } = coverage
  const asked = switchQuestionOf(deposit, paid)
  const [openToOthers, switches, ofLaterCode, aimed, named, called, prepared, conditions, end] = await Promise.all([
    isOpenTo(deposit, paid, owned.stand.stranger),
    withdrawalSwitches(sources, asked, signal).catch(skipped([])),
    laterCodeSwitches(sources, asked, { asked: question, owned }, signal).catch(skipped(NO_LATER_CODE)),
    aimedSwitches(sources, owned, { runs, paid }, signal).catch(skipped([])),
    isLarge ? namedTakers(sources, owned, { runs, paid }, signal).catch(skipped([])) : [],
    isLarge ? callbackTakes(sources, owned, { runs, paid }, signal).catch(skipped([])) : [],
    isLarge ? preparedTakes(sources, owned, { runs, paid }, signal).catch(skipped([])) : [],
    lockedExitSwitches(sources, owned, { runs, paid }, signal).catch(skipped([])),
    exitEnd(
      sources,
      { block, account, held, runs, watched, losses, paid, transaction, simulation, contracts, fresh },
      signal,
    ).catch(skipped(NO_END)),
  ])
  const unread = (one: Address) => coverage.unread.add(`payments to ${shortAddress(one)}`)
  const earlier = isLarge
    ? await earlierDepositors(sources, owned, { runs, paid, later: end.later, unread }, signal).catch(skipped([]))
    : []
  return {
    openToOthers,
    switches,
    ofLaterCode,
    aimed,
    named,
    called: [...called, ...prepared],
    conditions,
    end,
    earlier,
  }
}

function switchQuestionOf({ block, owned, runs, takers, isLarge }: Deposit, paid: Best): SwitchQuestion {
  const { account, held, watched, transaction, simulation, values, exits, callersOf, work } = owned
  return {
    block,
    account,
    held,
    runs,
    watched,
    takers,
    simulation,
    paid,
    contract: paid.call?.to ?? account,
    ids: [...new Set([...indicesIn(transaction), ...values.ids])],
    named: accountsIn(transaction),
    exits,
    isLarge,
    callersOf,
    work,
  }
}

/** Whether another account gets the same by the withdrawal, with dust of the tokens that the deposit names. */
async function isOpenTo(deposit: Deposit, paid: Best, other: Address): Promise<boolean> {
  const { sources, block, question, owned, runs, search, signal } = deposit
  const { account, watched } = owned
  const dust = await dustOf(sources, block, question, other, signal)
  const exits = search.looked.map(({ calls }) => calls)
  return isOpenToOthers(sources.simulator, { block, account, other, runs, watched, paid, dust, exits }, signal)
}
