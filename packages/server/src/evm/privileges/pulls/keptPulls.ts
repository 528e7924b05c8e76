import type { GuardedPull, PullGuard } from '@redoubt/risk/facts/guardedPull.ts'
import type { Explored } from '../paths/explored.ts'
import type { CalledFunction } from './calledFunctions.ts'
import { contractPulls, type FoundPull } from './contractPulls.ts'
import { withGuards } from './rightCalls.ts'

/** Tokens whose payments are looked for. */
const MAX_ASSETS = 2

type Question = { pulls: readonly FoundPull[]; functions: readonly CalledFunction[]; worldOf(): Explored }

/**
 * Returns the pulls, with those that stay in the contract only where another call pays the token out. Such a pull takes two calls, and the guards of
 * both stand before it. What is booked to an account, and what no call pays to an account of its caller's choice, takes nothing.
 */
export async function withPayments({ pulls, functions, worldOf }: Question, signal: AbortSignal): Promise<FoundPull[]> {
  const plain = pulls.filter(({ stays }) => stays === undefined)
  // A pull that one call makes says more.
  const known = new Set(plain.map(({ selector }) => selector))
  const kept = pulls.filter(({ stays, selector }) => stays !== undefined && !known.has(selector))
  const assets = [...new Set(kept.flatMap(({ stays }) => stays ?? []))].slice(0, MAX_ASSETS)
  const found = new Map<bigint, readonly FoundPull[]>()
  for (const asset of assets) {
    const world: Explored = { ...worldOf(), powers: [], payouts: new Set([asset]) }
    const { pulls: payments } = await contractPulls(world, functions, signal)
    found.set(asset, payments)
  }
  return [
    ...plain,
    ...kept.flatMap((pull): FoundPull[] => {
      const payments = pull.stays === undefined ? [] : (found.get(pull.stays) ?? [])
      const [fewest] = payments
        .filter(({ bounded, anyCall }) => bounded !== true && !anyCall)
        .map(({ guards }) => withGuards(pull.guards, guards))
        .toSorted((a, b) => a.length - b.length || unnamed(a) - unnamed(b))
      return fewest === undefined ? [] : [{ ...pull, guards: fewest }]
    }),
  ]
}

function unnamed(guards: readonly PullGuard[]): number {
  return guards.filter(({ holder }) => holder === null).length
}

/** Leaves out takings that stay where a contract has to call, such as an entry point that asks for gas: its own rules were not read. */
export function ofKeys(pulls: readonly (FoundPull & GuardedPull)[]): GuardedPull[] {
  return pulls.flatMap(({ stays, ...pull }) =>
    stays !== undefined && pull.holders.some(({ account }) => account === 'contract') ? [] : [pull],
  )
}
