import { ENTRY_POINTS } from '@redoubt/risk/accounts/knownAddresses.ts'
import type { Bytecode } from '@redoubt/risk/facts/bytecode.ts'
import type { PullGuard } from '@redoubt/risk/facts/guardedPull.ts'
import { analysedFunctions, contractPulls, type FoundPull } from './contractPulls.ts'
import type { Explored } from './explored.ts'
import { confirmsOwnOperations } from './validatedOperations.ts'

/**
 * Returns the calls that a delegate (EIP-7702) makes for others than the account that runs its code: a key, by address, hash or signature. Lists of
 * callers are left out, because each account may keep its own.
 */
export async function foreignCalls(
  { bytecode, worldOf }: { bytecode: Bytecode; worldOf(): Explored },
  signal: AbortSignal,
): Promise<FoundPull[]> {
  const world: Explored = { ...worldOf(), powers: 'every call' }
  const { pulls } = await contractPulls(world, analysedFunctions({ ...bytecode, standard: null }, '0x'), signal)
  const own = `0x${world.address.toString(16).padStart(40, '0')}`
  const isEntry = ({ by, holder }: PullGuard) => by === 'caller' && holder !== null && ENTRY_POINTS.has(holder)
  // A hash of the caller or of what it knows is a key, too.
  const isKeyed = ({ by, holder }: PullGuard) => holder !== null || by === 'secret' || by === 'caller'
  const foreign = pulls.filter(
    ({ guards }) => guards.length > 0 && guards.every((one) => isKeyed(one) && one.holder !== own),
  )
  const isAsked = foreign.some(({ guards }) => guards.some(isEntry)) && (await confirmsOwnOperations(worldOf))
  return foreign
    .filter(({ guards }) => !(isAsked && guards.some(isEntry)))
    .map((one) => ({ ...one, anyCall: false, right: 'calls' as const }))
}
