import type { Address } from '@redoubt/risk/address.ts'
import type { CallFrame, Simulation } from '@redoubt/risk/facts/execution.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'

/**
 * Native coin moved by value, per account, without the network fee (the scan answers that as gas): sums over the calls that
 * did not fail. When the tree was over its cap the state diff decides: it has the fee in the sender's and the block
 * builder's rows, so the sender's movement is what all the others gained or lost, and the builder has no row.
 */
export function nativeChanges(
  simulation: Pick<Simulation, 'trace' | 'stateDiff'>,
  sender: Transaction['from'],
  coinbase: Address,
): Map<Address, bigint> {
  const changes = new Map<Address, bigint>()
  const add = (account: Address, amount: bigint) => {
    const sum = (changes.get(account) ?? 0n) + amount
    if (sum === 0n) changes.delete(account)
    else changes.set(account, sum)
  }
  if (simulation.trace !== null) addCalls(simulation.trace, add)
  else {
    for (const [account, { balance }] of Object.entries(simulation.stateDiff) as [
      Address,
      Simulation['stateDiff'][Address],
    ][]) {
      if (balance === undefined || account === sender || account === coinbase) continue
      add(account, balance.after - balance.before)
      add(sender, balance.before - balance.after)
    }
  }
  return changes
}

function addCalls(frame: CallFrame, add: (account: Address, amount: bigint) => void): void {
  if (frame.error !== null) return
  // DELEGATECALL repeats its caller's value, CALLCODE pays the caller itself, STATICCALL has none.
  if (frame.value > 0n && frame.to !== null && ['CALL', 'CREATE', 'CREATE2', 'SELFDESTRUCT'].includes(frame.type)) {
    add(frame.from, -frame.value)
    add(frame.to, frame.value)
  }
  for (const call of frame.calls) addCalls(call, add)
}
