import { ENTRY_POINTS } from '@redoubt/risk/accounts/knownAddresses.ts'
import type { Bytecode } from '@redoubt/risk/facts/bytecode.ts'
import type { PullGuard } from '@redoubt/risk/facts/guardedPull.ts'
import { analysedFunctions, type CalledFunction, contractPulls, type FoundPull } from './contractPulls.ts'
import type { Explored } from './explored.ts'
import { tokenWrites, type WordWrite } from './tokenWrites.ts'
import { confirmsOwnOperations } from './validatedOperations.ts'

/**
 * Returns the calls that a delegate (EIP-7702) makes for others than the account that runs its code: a key, by address, hash or signature. A list of
 * callers counts where it is another contract's and one key fills it: each account may keep its own.
 */
export async function foreignCalls(
  {
    bytecode,
    worldOf,
    listWorld,
  }: {
    bytecode: Bytecode
    worldOf(): Explored
    /** The state of another contract, and its functions. */
    listWorld(list: bigint): Promise<{ world: Explored; functions: readonly CalledFunction[] }>
  },
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
  // A list in another contract that a key fills, and no account keeps for itself, is the key's.
  const listed = pulls.filter(({ guards, ownList }) => ownList !== true && isListed(guards))
  const [list, ...more] = [...world.asked]
  if (listed.length > 0 && list !== undefined && more.length === 0) {
    const keys = await keysOfList(await listWorld(list), signal)
    foreign.push(...listed.flatMap((one) => keys.map((guards) => ({ ...one, guards }))))
  }
  const isAsked = foreign.some(({ guards }) => guards.some(isEntry)) && (await confirmsOwnOperations(worldOf))
  return foreign
    .filter(({ guards }) => !(isAsked && guards.some(isEntry)))
    .map((one) => ({ ...one, anyCall: false, right: 'calls' as const }))
}

/** The guards of calls that write entries about any account, where one key alone makes them. */
async function keysOfList(
  { world, functions }: { world: Explored; functions: readonly CalledFunction[] },
  signal: AbortSignal,
): Promise<PullGuard[][]> {
  const { words } = await tokenWrites(world, functions, { balances: null, signal })
  const isEntry = ({ at, value }: WordWrite) => at.kind === 'entry' && value !== 0n
  const isOpen = words.some((one) => isEntry(one) && one.guards.length === 0)
  const keyed = words.filter(
    (one) => isEntry(one) && one.guards.every(({ by, holder }) => by === 'caller' && holder !== null),
  )
  return isOpen ? [] : keyed.slice(0, 1).map(({ guards }) => guards)
}

function isListed(guards: readonly PullGuard[]): boolean {
  return guards.length > 0 && guards.every(({ by, holder }) => by === 'role' && holder === null)
}
