import { ENTRY_POINTS } from '@redoubt/risk/accounts/knownAddresses.ts'
import type { Bytecode } from '@redoubt/risk/facts/bytecode.ts'
import type { PullGuard } from '@redoubt/risk/facts/guardedPull.ts'
import { explorePulls } from '../paths/explore.ts'
import type { Explored } from '../paths/explored.ts'
import type { TaintedBytes } from '../paths/taintedBytes.ts'
import { analysedFunctions, type CalledFunction } from './calledFunctions.ts'
import { contractPulls, type FoundPull } from './contractPulls.ts'
import { tokenWrites } from './tokenWrites.ts'
import { confirmsOwnOperations } from './validatedOperations.ts'

/** Contracts whose lists of callers are read. */
const MAX_LISTS = 3
/** Questions about a caller that are put to one of them again. */
const MAX_QUESTIONS = 4
/** Above the slots of plain variables. */
const MIN_HASH = 1n << 128n

type ListWorld = { world: Explored; functions: readonly CalledFunction[] }
type Found<One> = { found: One[]; complete: boolean }

/**
 * Returns the calls that a delegate (EIP-7702) makes for others than the account that runs its code: a key, by address, hash or signature. A list of
 * callers counts where it is another contract's and one key fills it: each account may keep its own. `complete`: all paths, and all lists, were
 * looked at.
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
    listWorld(list: bigint): Promise<ListWorld>
  },
  signal: AbortSignal,
): Promise<Found<FoundPull>> {
  const questions: NonNullable<Explored['questions']> = []
  const world: Explored = { ...worldOf(), powers: 'every call', questions }
  const walked = await contractPulls(world, analysedFunctions({ ...bytecode, standard: null }, '0x'), signal)
  const { pulls } = walked
  let { complete } = walked
  const own = `0x${world.address.toString(16).padStart(40, '0')}`
  const isEntry = ({ by, holder }: PullGuard) => by === 'caller' && holder !== null && ENTRY_POINTS.has(holder)
  // A hash of the caller or of what it knows is a key, too.
  const isKeyed = ({ by, holder }: PullGuard) => holder !== null || by === 'secret' || by === 'caller'
  const foreign = pulls.filter(
    ({ guards }) => guards.length > 0 && guards.every((one) => isKeyed(one) && one.holder !== own),
  )
  // A list in another contract that a key fills is the key's.
  const listed = pulls.filter(({ guards, ownList }) => ownList !== true && isListed(guards))
  // More than an entry of the account's own list lets callers in.
  if (pulls.some((one) => one.ownList === true && one.ownLists === undefined && isListed(one.guards))) complete = false
  const lists = listed.length === 0 ? [] : [...world.asked]
  if (lists.length > MAX_LISTS) complete = false
  for (const list of lists.slice(0, MAX_LISTS)) {
    const inputs = questions.filter(({ to }) => to === list).map(({ input }) => input)
    const keys = await keysOfList(await listWorld(list), inputs, signal)
    complete &&= keys.complete
    foreign.push(...listed.flatMap((one) => keys.found.map((guards) => ({ ...one, guards }))))
  }
  const isAsked = foreign.some(({ guards }) => guards.some(isEntry)) && (await confirmsOwnOperations(worldOf))
  const found = foreign
    .filter(({ guards }) => !(isAsked && guards.some(isEntry)))
    .map((one) => ({ ...one, anyCall: false, right: 'calls' as const }))
  return { found, complete }
}

/** The guards of calls that write entries about any account, where one key alone makes them, in the mappings that the questions read. */
async function keysOfList(
  { world, functions }: ListWorld,
  questions: readonly TaintedBytes[],
  signal: AbortSignal,
): Promise<Found<PullGuard[]>> {
  const read = await basesOf(world, questions)
  const { words, complete } = await tokenWrites(world, functions, { balances: null, signal })
  const entries = words.filter(
    ({ at, value }) => at.kind === 'entry' && value !== 0n && (read === null || read.has(at.base)),
  )
  const keyed = entries.filter(({ guards }) => guards.length > 0 && guards.every(isCaller))
  // That each account writes its own is no power of others.
  const isTold = entries.every(({ guards }) => guards.every(isCaller))
  return { found: keyed.slice(0, 1).map(({ guards }) => guards), complete: complete && isTold && read !== null }
}

/** The mappings, by their slots, that the answers to some calls read; null where not all of it is known. */
async function basesOf(world: Explored, questions: readonly TaintedBytes[]): Promise<Set<bigint> | null> {
  const slots = new Set<bigint>()
  const asked: Explored = {
    ...world,
    setters: [],
    openings: [],
    storage: (account, slot) => {
      slots.add(slot)
      return world.storage(account, slot)
    },
  }
  for (const input of questions.slice(0, MAX_QUESTIONS)) await explorePulls(asked, input)
  const bases = new Set([...slots].flatMap((slot) => world.bases.get(slot) ?? []))
  const isKnown = [...slots].every((slot) => slot < MIN_HASH || world.bases.has(slot))
  return questions.length <= MAX_QUESTIONS && isKnown && bases.size > 0 ? bases : null
}

const isCaller = ({ by, holder }: PullGuard) => by === 'caller' && holder !== null

function isListed(guards: readonly PullGuard[]): boolean {
  return guards.length > 0 && guards.every(({ by, holder }) => by === 'role' && holder === null)
}
