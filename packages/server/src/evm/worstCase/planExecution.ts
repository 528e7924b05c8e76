import { planSafe } from './planSafe.ts'
import type { IntentOf, WorstCaseExecutionContext, WorstCaseExecutionPlan } from './worstCaseExecutionContext.ts'

/**
 * Plans an execution. A Safe's transaction goes through the Safe; other accounts make the calls themselves, and a call of the
 * account to itself comes from the verifier of the signature (the entry point of a user operation).
 */
export async function planExecution(
  context: WorstCaseExecutionContext,
  intent: IntentOf<'execution'>,
): Promise<WorstCaseExecutionPlan> {
  const { account, calls, deadline, verifier } = intent
  if (deadline !== null && deadline > 0n && deadline < context.block.timestamp)
    return { steps: [], notRun: null, worthless: 'its deadline has passed' }
  if (intent.protocol?.startsWith('Safe')) return planSafe(context, intent)
  if (calls.some(({ operation }) => operation === 1))
    return { steps: [], notRun: 'the account would run foreign code as its own' }
  return {
    notRun: calls.length === 0 ? 'which calls the account would make is not known' : null,
    steps: calls.map(({ to, value, data }) => ({
      why: 'the account makes the call that was signed',
      transaction: { from: to === account && verifier !== null ? verifier : account, to, value, data },
    })),
  }
}
