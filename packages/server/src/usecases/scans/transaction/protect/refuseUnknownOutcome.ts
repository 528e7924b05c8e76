import type { GatheredFacts } from '@redoubt/risk/engine/gatherFacts.ts'
import type { Simulation } from '@redoubt/risk/facts/execution.ts'
import type { TransactionScanResult } from '../renderTransaction.ts'
import type { TransactionScanInput } from '../transactionScanInput.ts'
import { NotProtectable } from './protection.ts'

/**
 * Refuses what there is no outcome of to enforce: one that is not known in full, a failure, and harm that the simulation itself shows.
 * @throws NotProtectable
 */
export function refuseUnknownOutcome({
  input,
  gathered: { facts },
  result,
}: {
  input: TransactionScanInput
  gathered: GatheredFacts
  result: TransactionScanResult
}): void {
  if (!input.simulate)
    throw new NotProtectable(
      'not-simulated',
      'There is no simulated outcome to enforce. Ask with options.simulate true.',
    )
  const { simulation, balanceChanges, approvalChanges, principals, sender, block } = facts
  if (simulation?.outcome === 'rejected' && sender?.class === 'contract')
    throw new NotProtectable(
      'execution-failed',
      'A contract sends no transaction of its own: scan what it does as `calls`, as an operation, or as the execTransaction of the Safe.',
    )
  if (simulation && !simulation.success)
    throw new NotProtectable(
      'execution-failed',
      `The execution fails: ${simulation.revertReason ?? simulation.outcome}.`,
    )
  if (simulation?.calls?.some(({ success }) => success !== true))
    throw new NotProtectable('execution-failed', 'One of the calls fails, and a protected batch makes all or none.')
  if (simulation?.operation && !(simulation.operation.accepted && simulation.operation.success))
    throw new NotProtectable('execution-failed', 'The entry point refuses the operation, or its call fails.')
  if (
    !result.complete ||
    !simulation ||
    !balanceChanges ||
    !approvalChanges ||
    !principals ||
    !sender ||
    !block ||
    simulation.truncated ||
    simulation.trace === null
  )
    throw new NotProtectable(
      'incomplete',
      `The outcome is not known in full: ${[...result.unknown].join(', ') || 'the call tree was cut'}.`,
    )
  if (simulation.toppedUp)
    throw new NotProtectable('insufficient-funds', 'The sender cannot pay for it: the simulation added funds.')
  if (isHarmful(facts, result))
    throw new NotProtectable(
      'harmful-outcome',
      `The simulated outcome itself is what the verdict ${result.recommendation} warns of: an assertion would enforce it.`,
    )
}

/**
 * Refuses where what the calls do in another environment is not known: which assets they take there is what the assertion must know.
 * @throws NotProtectable
 */
export function refuseUnreadEnvironment({ environments, runEvents }: Simulation): void {
  const same = new Set(environments.flatMap(({ name, sameOutcome }) => (sameOutcome === true ? [name] : [])))
  const unread = runEvents?.others.find(({ name, events }) => events === null && !same.has(name))
  if (unread === undefined) return
  throw new NotProtectable('incomplete', `What the calls do in another environment (${unread.name}) could not be read.`)
}

/** Whether the main run takes, permits or hands on anything under a verdict of danger. */
function isHarmful(facts: GatheredFacts['facts'], { recommendation }: TransactionScanResult): boolean {
  if (recommendation !== 'CAUTION' && recommendation !== 'BLOCK') return false
  const { principals = [], balanceChanges = [], approvalChanges = [], privilegeChanges = [], transaction } = facts
  return (
    balanceChanges.some(({ account, change }) => change < 0n && principals.includes(account)) ||
    approvalChanges.some(
      ({ owner, before, after, standard }) =>
        principals.includes(owner) && after > 0n && (standard === 'permit2' || before === null || after > before),
    ) ||
    privilegeChanges.some(({ fails }) => !fails) ||
    (transaction?.authorizationList ?? []).length > 0
  )
}
