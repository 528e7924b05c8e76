import type { Address } from '@redoubt/risk/address.ts'
import type { CallFrame, Simulation } from '@redoubt/risk/execution.ts'
import type { Staged } from './stageBundle.ts'

/** Returns the simulation with the account's own code under the account's address, in place of its temporary address. */
export function nothingMadeUp(simulation: Simulation, { ownCode }: Pick<Staged, 'ownCode'>): Simulation {
  if (ownCode === null) return simulation
  const real = (address: Address): Address => (address === ownCode.at ? ownCode.of : address)
  const renamed = (frame: CallFrame): CallFrame => ({
    ...frame,
    from: real(frame.from),
    to: frame.to && real(frame.to),
    calls: frame.calls.map(renamed),
  })
  return {
    ...simulation,
    trace: simulation.trace && renamed(simulation.trace),
    ...(simulation.environmentBranches && {
      environmentBranches: simulation.environmentBranches.map((branch) => ({
        ...branch,
        contract: real(branch.contract),
      })),
    }),
  }
}
