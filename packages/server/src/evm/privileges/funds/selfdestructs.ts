import type { CallFrame } from '@redoubt/risk/execution.ts'
import type { Capability } from '@redoubt/risk/facts/privileges.ts'
import type { ObservedCall } from '../observeCalls.ts'
import { privilegedCall } from '../privilegedCall.ts'
import type { PrivilegesContext } from '../privilegesContext.ts'

const MAX_TRACED = 3

/**
 * Calls that take all native coin by ending the contract. Since EIP-6780 the code stays, so that only a trace tells it from a
 * withdrawal.
 */
export async function selfdestructs(
  context: PrivilegesContext,
  observedCalls: readonly ObservedCall[],
): Promise<Capability[]> {
  const { simulator, block, fixture, bytecode, address, signal } = context
  if (!bytecode.opcodes.selfdestruct) return []
  const emptied = observedCalls.filter(
    ({ before, after }) => before.native.subject > 0n && after?.native.subject === 0n,
  )
  const found: Capability[] = []
  for (const { tried } of emptied.slice(0, MAX_TRACED)) {
    if (!context.budget.take(1, 'ends of the contract')) break
    const stateOverrides = { ...fixture.overrides, [tried.call.from]: { balance: 10n ** 19n } }
    const run = await simulator.simulate({
      block,
      transaction: tried.call,
      stateOverrides,
      environments: 'none',
      signal,
    })
    if (run.trace === null || !endsItself(run.trace, address)) continue
    const shown = `SELFDESTRUCT was executed; native coin of the contract ${fixture.native} → 0`
    found.push({ kind: 'selfdestruct', call: privilegedCall(context, tried), state: 'effective', shown })
  }
  return found
}

function endsItself(frame: CallFrame, subject: string): boolean {
  if (frame.type === 'SELFDESTRUCT' && frame.from === subject) return true
  return frame.calls.some((call) => endsItself(call, subject))
}
