import type { Address } from '@redoubt/risk/address.ts'
import type { GuardedPull, PullHolder } from '@redoubt/risk/facts/guardedPull.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { bytesToHex } from 'viem/utils'
import { privilegedAccount } from '../../bytecode/proxy/privilegedAccount.ts'
import { resolveProxy } from '../../bytecode/proxy/resolveProxy.ts'
import type { ChainSource } from '../../rpc/chainSource.ts'
import type { Explored } from '../paths/explored.ts'
import { withForetoldContract } from '../paths/foretoldCode.ts'
import { functionsOf } from './calledFunctions.ts'
import { contractPulls, type FoundPull, type FoundPulls } from './contractPulls.ts'
import { worldOf } from './pullsWorld.ts'

/** Contracts that are executed in the place of a guard, one behind another. */
const MAX_OBEYED = 2
const MAX_STEPS_AWAY = 2
/** Larger contracts need more opcodes than one exploration has. */
const MAX_FUNCTIONS = 40

type Obeying = { chain: ChainSource; block: PinnedBlock; signal: AbortSignal }

/**
 * Tells who passes the guards of pulls. Where the caller has to be a contract, that contract's code decides: what its own callers can
 * make it do takes the place of the guard. One that uses the power for its own callers alone is marked so.
 */
export async function withHolders<Found extends FoundPull>(
  sources: Obeying,
  world: Explored,
  pulls: readonly Found[],
): Promise<(Found & GuardedPull)[]> {
  const { chain, block, signal } = sources
  const accounts = new Map<Address, Promise<PullHolder>>()
  const holderOf = (address: Address, by: string) => {
    const known = accounts.get(address) ?? privilegedAccount(chain, { block, address, by }, signal)
    accounts.set(address, known)
    return known
  }
  const executed = new Map<Address, FoundPulls>()
  const selectors = new Set(pulls.map(({ selector }) => Number(selector)))
  const told: (Found & GuardedPull)[] = []
  const pending = pulls.map((pull) => ({ pull, inside: world, away: 0 }))
  for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
    const { pull, inside, away } = next
    const named = pull.guards.filter((guard) => guard.holder !== null)
    const found = await Promise.all(named.map(({ by, holder }) => holderOf(holder as Address, `a ${by} in the code`)))
    const foretold = await foretoldCaller(inside, pull, found)
    const holders = found.map((one) => (one.address === foretold?.address ? foretold.holder : one))
    const obeyed = named.find(({ by }, at) => by === 'caller' && holders[at]?.account === 'contract')?.holder ?? null
    if (obeyed === null || away >= MAX_STEPS_AWAY || (executed.size >= MAX_OBEYED && !executed.has(obeyed))) {
      told.push({ ...pull, holders })
      continue
    }
    const behind = worldOf(obeyed === foretold?.address ? foretold.world : inside, BigInt(obeyed))
    const through = executed.get(obeyed) ?? (await exploredBehind(sources, { world: behind, obeyed, selectors }))
    executed.set(obeyed, through)
    if (through.pulls.length === 0) {
      const own = through.complete
      told.push({
        ...pull,
        holders: holders.map((one) => (one.address === obeyed && own ? { ...one, forCallersOnly: true } : one)),
      })
    }
    const others = pull.guards.filter(({ holder }) => holder !== obeyed)
    for (const one of through.pulls)
      pending.push({
        pull: { ...pull, guards: [...others, ...one.guards], anyCall: one.anyCall, through: obeyed },
        inside: behind,
        away: away + 1,
      })
  }
  return told
}

/**
 * What an obeyed contract can be made to do. Where it calls accounts back that its callers name, or its callers, the contract with the power may be that
 * caller: what its own functions do is executed again, with the obeyed contract inside.
 */
async function exploredBehind(
  sources: Obeying,
  { world, obeyed, selectors }: { world: Explored; obeyed: Address; selectors: ReadonlySet<number> },
): Promise<FoundPulls> {
  const callbacks = { selectors, isMade: false, isCut: false }
  const behind: Explored = { ...world, callbacks }
  const through = await explored(sources, behind, obeyed)
  if (!callbacks.isMade || through.pulls.length > 0) return through
  const self: Address = `0x${world.address.toString(16).padStart(40, '0')}`
  const own = await explored(sources, worldOf(behind, world.address), self)
  return {
    pulls: own.pulls,
    complete: through.complete && own.complete && !callbacks.isCut,
    coverage: through.coverage,
  }
}

/** A caller that has no code yet, where its address says what code it will have. */
async function foretoldCaller(
  world: Explored,
  { guards }: Pick<FoundPull, 'guards'>,
  holders: readonly PullHolder[],
): Promise<{ address: Address; holder: PullHolder; world: Explored } | null> {
  const unborn = holders.find(
    ({ account, address }) =>
      account === 'eoa' &&
      world.foretold.accounts.has(BigInt(address)) &&
      guards.some(({ by, holder }) => by === 'caller' && holder === address),
  )
  if (unborn === undefined) return null
  const born = await withForetoldContract(world, BigInt(unborn.address))
  return born === null ? null : { address: unborn.address, holder: { ...unborn, account: 'contract' }, world: born }
}

/** What a contract can be made to do with the power of `world.address`. */
export async function explored(
  { chain, block, signal }: Obeying,
  world: Explored,
  address: Address,
): Promise<FoundPulls> {
  const foretold = world.foretold.accounts.has(BigInt(address)) ? await world.code(BigInt(address)) : null
  const code = foretold === null ? await chain.code(block, address, signal) : bytesToHex(foretold.bytes)
  const proxy = await resolveProxy(chain, { block, address, code }, signal)
  const others = await Promise.all((proxy?.implementations ?? []).map((one) => chain.code(block, one, signal)))
  const functions = functionsOf([code, ...others])
  const { pulls, complete, coverage } = await contractPulls(world, functions.slice(0, MAX_FUNCTIONS), signal)
  return { pulls, complete: complete && functions.length <= MAX_FUNCTIONS, coverage }
}
