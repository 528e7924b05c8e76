import type { Address } from '@redoubt/risk/address.ts'
import type { Bytecode } from '@redoubt/risk/facts/bytecode.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { ProxyFact } from '@redoubt/risk/facts/privileges.ts'
import { createBudget } from '../../../trade/tradeContext.ts'
import type { PrivilegesContext } from '../../privilegesContext.ts'
import { keysAmong, WHAT } from '../commandCalls.ts'
import { closedToOthers } from './closedToOthers.ts'
import { namedMembers } from './namedMembers.ts'
import { signedBallot } from './signedBallot.ts'
import { votedBallot } from './votedBallot.ts'

/** Limit of sequences for one wallet. */
const MAX_RUNS = 700
/** Members with code that are looked at. */
const MAX_CODED = 8

/** So many of so many members have to agree; or one key is enough. */
export type Quorum = { needed: number; owners: number } | { key: Address }

/** The contract and the accounts that it names, but for `except`. `walletsOf`: those among some accounts that one key commands, by that key. */
type Asked = {
  holder: Address
  bytecode: Bytecode
  proxy: ProxyFact | null
  named: readonly Address[]
  except: Address | null
  walletsOf(accounts: readonly Address[]): Promise<ReadonlyMap<Address, readonly Address[]>>
}
/** `isCut`: parts were left out. */
type Proof = { quorum: Quorum | null; isCut: boolean }

/** One scan asks for the holder of several powers. */
const proofs = new WeakMap<PinnedBlock, Map<string, Promise<Proof>>>()

/**
 * How many members of a contract have to agree before it makes a call, by their calls or signatures, as executed on the fork. Null: it is no such wallet, or it
 * could not be shown that fewer are not enough, and that there is no other way.
 * @throws SimulationUnavailable when the engine gave up.
 */
export async function provenQuorum(context: PrivilegesContext, asked: Asked): Promise<Quorum | null> {
  const { block, address, state, signal, budget } = context
  const ofBlock = proofs.get(block) ?? new Map<string, Promise<Proof>>()
  proofs.set(block, ofBlock)
  const key = `${address} ${asked.holder} ${asked.except}`
  const known = state === undefined ? ofBlock.get(key) : undefined
  // What another scan gave up is tried again.
  const shared = await known?.catch(() => null)
  signal.throwIfAborted()
  const proving = shared ?? proof(context, asked)
  if (shared == null && state === undefined) ofBlock.set(key, Promise.resolve(proving))
  const { quorum, isCut } = await proving
  if (isCut) budget.note(WHAT)
  return quorum
}

async function proof(
  given: PrivilegesContext,
  { holder, bytecode, proxy, named: known, except, walletsOf }: Asked,
): Promise<Proof> {
  if (proxy !== null && proxy.upgradeable !== false) return { quorum: null, isCut: false }
  const budget = createBudget(MAX_RUNS)
  const context = { ...given, budget }
  const { functions } = bytecode
  const all = await namedMembers(context, { holder, functions, named: known })
  const named = all.filter((one) => one !== except)
  if (named.length < 2) return { quorum: null, isCut: false }
  const wallet = { holder, functions, named }
  const ballot = (await votedBallot(context, wallet)) ?? (await signedBallot(context, wallet))
  const failure = budget.failure()
  if (failure !== null) throw failure
  const isCut = budget.report().cut.length > 0
  if (ballot === null || 'key' in ballot) return { quorum: ballot, isCut }
  const { needed, members } = ballot
  const isProven = (await areApart(members, needed)) && (await closedToOthers(context, { holder, bytecode }, ballot))
  return { quorum: isProven ? { needed, owners: members.length } : null, isCut }

  /** Whether no key has two members, and those whose keys are not known are too few by themselves. */
  async function areApart(accounts: readonly Address[], count: number): Promise<boolean> {
    const keys = await keysAmong(context, accounts)
    const coded = accounts.filter((one) => !keys.includes(one))
    if (coded.length === 0) return true
    if (coded.length > MAX_CODED) return false
    const wallets = await walletsOf(coded)
    const owned = [...wallets.values()].flat()
    const isAlone = [...wallets].every(([key, own]) => own.length === 1 && !accounts.includes(key))
    return isAlone && coded.filter((one) => !owned.includes(one)).length < count
  }
}
