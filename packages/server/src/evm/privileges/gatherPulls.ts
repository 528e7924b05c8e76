import type { Hex } from '@redoubt/risk/address.ts'
import { asExecuted, callerBehind, stepsBelowKey } from '@redoubt/risk/contract/callers.ts'
import { executedHolders } from '@redoubt/risk/contract/guardedPullHits.ts'
import type { GuardedPull, PullCoverage } from '@redoubt/risk/facts/guardedPull.ts'
import type { SpenderProbe } from '@redoubt/risk/facts/probes.ts'
import { privilegedAccount } from '../bytecode/proxy/privilegedAccount.ts'
import { countWork } from '../simulation/countWork.ts'
import { freshAccount } from '../trade/freshAccount.ts'
import { createBudget } from '../trade/tradeContext.ts'
import { observedCapabilities } from './findCapabilities.ts'
import { makeFixture } from './fixture.ts'
import { executedAccount } from './holders/commandingKey.ts'
import { gatherCallers } from './holders/gatherCallers.ts'
import { observeCalls } from './observeCalls.ts'
import { firstOfEach, limitWithinBudget } from './privilegedCall.ts'
import type { PrivilegesContext } from './privilegesContext.ts'
import type { PrivilegesRequest, PrivilegesSources } from './privilegesRequest.ts'
import { gatherGuardedPulls } from './pulls/gatherGuardedPulls.ts'
import { raisedPayments } from './repeats/raisedPayments.ts'
import { repeatedPayments } from './repeats/repeatedPayments.ts'
import { screen } from './screen.ts'

/** Limit of executed sequences: an approval waits for it. */
const MAX_RUNS = 200
const MAX_WITNESSED = 40
const MAX_HOLDERS = 2

/**
 * Gathers the accounts that can take the tokens of an owner that only approved the contract: the part of `gatherPrivileges` that
 * an approval needs, with the same callers.
 * @throws SimulationUnavailable when nothing could be executed, and when the network cannot be read.
 */
export async function gatherPulls(
  given: PrivilegesSources,
  contract: Omit<PrivilegesRequest, 'trade'>,
  signal: AbortSignal,
): Promise<Pick<SpenderProbe, 'pulls' | 'guardedPulls' | 'executedInFull' | 'coverage' | 'privileged' | 'cut'>> {
  const request: PrivilegesRequest = { ...contract, trade: null }
  const { block, address } = request
  const fresh = (name: string) => freshAccount(block.hash, address, name)
  const budget = createBudget(MAX_RUNS)
  const sources = { ...given, simulator: countWork(given.simulator, budget.burn) }
  const lifting = gatherGuardedPulls(sources.chain, request, signal).catch(() => null)
  const [fixture, { subject, targets, insiders }] = await Promise.all([
    makeFixture({ ...sources, ...request, fresh, signal }),
    gatherCallers(sources, request, budget, signal),
  ])
  const context: PrivilegesContext = { ...sources, ...request, fixture, budget, signal, fresh, insiders }
  const { tried } = await screen(context, targets)
  const looked = limitWithinBudget(context, tried, { max: MAX_WITNESSED, what: 'effects of calls' })
  const shown = observedCapabilities(context, await observeCalls(context, looked))
  const failure = budget.failure()
  const guarded = await lifting
  const judged = executedHolders(guarded?.pulls ?? [])
  const pulls = firstOfEach([
    ...shown.filter(({ kind, call }) => kind === 'pull-approved-tokens' && !judged.has(call.caller)),
    ...(await repeatedPayments(context)),
    ...(await raisedPayments(context, subject)),
  ])
  const known = new Set(pulls.map(({ call }) => call.selector))
  const guardedPulls = await executedGuards(
    context,
    (guarded?.pulls ?? []).filter(
      ({ selector, right }) => !known.has(selector) && (right === undefined || right === 'positions'),
    ),
  )
  // A found pull counts; without one a failure is no answer.
  if (failure !== null && pulls.length + guardedPulls.length === 0) throw failure
  const callers = new Set(pulls.flatMap(({ call }) => (call.callerRole === 'stranger' ? [] : [call.caller])))
  const privileged = await Promise.all(
    [...callers].map(async (caller) =>
      executedAccount(
        context,
        await privilegedAccount(sources.chain, { block, address: caller, by: 'a call that went through' }, signal),
      ),
    ),
  )
  const cut = [...budget.report().cut, ...(guarded === null ? ['calls behind guards'] : [])]
  return {
    pulls,
    guardedPulls,
    executedInFull: guarded?.complete === true && cut.length === 0,
    // What a caller was seen to do says more of a function than its code.
    ...(guarded !== null && { coverage: withoutExecuted(guarded.coverage, known) }),
    privileged,
    cut,
  }
}

function withoutExecuted({ functions, open }: PullCoverage, executed: ReadonlySet<Hex>): PullCoverage {
  return { functions, open: open.filter(({ selector }) => !executed.has(selector)) }
}

/** What the holders of guards state of their delay and keys is executed, the first ones. */
async function executedGuards(context: PrivilegesContext, pulls: readonly GuardedPull[]): Promise<GuardedPull[]> {
  const holders = pulls.flatMap((pull) => pull.holders.filter(({ forCallersOnly }) => forCallersOnly !== true))
  const unique = [...new Map(holders.map(({ forCallersOnly: _, ...one }) => [one.address, one])).values()]
  const stating = unique.filter((one) => one.account !== 'burned' && stepsBelowKey(callerBehind(one)) > 0)
  const looked = limitWithinBudget(context, stating, { max: MAX_HOLDERS, what: 'keys that command a contract' })
  const executed = await Promise.all(looked.map((one) => executedAccount(context, one)))
  return pulls.map((pull) => ({ ...pull, holders: pull.holders.map((one) => asExecuted(one, executed)) }))
}
