import { ENTRY_POINTS } from '@redoubt/risk/accounts/knownAddresses.ts'
import type { Address } from '@redoubt/risk/address.ts'
import type { Bytecode } from '@redoubt/risk/facts/bytecode.ts'
import type { PullGuard } from '@redoubt/risk/facts/guardedPull.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { NETWORKS } from '../../../chains/index.ts'
import type { ChainSource } from '../../rpc/chainSource.ts'
import { isBurnAddress } from '../effects.ts'
import type { Explored } from '../paths/explored.ts'
import { emptyInputs } from '../paths/markedInput.ts'
import { inputsOf, TAINT } from '../paths/marks.ts'
import type { Entry, Write } from '../paths/pull.ts'
import { TaintedBytes } from '../paths/taintedBytes.ts'
import { analysedFunctions, functionsOf } from './calledFunctions.ts'
import { contractPulls, type FoundPull } from './contractPulls.ts'
import { pullsWorld } from './pullsWorld.ts'
import { confirmsOwnOperations } from './validatedOperations.ts'
import { writtenByOthers } from './writtenByOthers.ts'

/** Contracts whose lists of callers are read. */
const MAX_LISTS = 2
const MAX_FUNCTIONS = 40
const MAX_WRITES = 2_000

/**
 * Executes a delegate's code in an account's place (EIP-7702) and tells whether each call that it makes needs a call by the account
 * itself, an entry point that asks it for its signature first (ERC-4337), or by a caller that only the account itself can put on a list: in another
 * contract, or in its own storage, such as modules (ERC-7579), while it runs no code yet that may have filled that list. False where not all
 * of its paths could be executed.
 */
export async function obeysItselfOnly(
  chain: ChainSource,
  of: { block: PinnedBlock; account: Address; delegate: Address; bytecode: Bytecode },
  signal: AbortSignal,
): Promise<boolean> {
  const { block, account, delegate, bytecode } = of
  const entries: Entry[] = []
  const writes: Write[] = []
  const wrapped = NETWORKS[chain.chain].quoteTokens[0]?.address
  const real: Explored = {
    ...pullsWorld(chain, { block, address: account, powers: 'every call' }, signal),
    entries,
    writes,
    ...(wrapped !== undefined && { wrapped: BigInt(wrapped) }),
  }
  const code: typeof real.code = (address) => real.code(address === real.address ? BigInt(delegate) : address)
  if (bytecode.opcodes.selfdestruct) return false
  const payment = { selector: '0x' as const, signature: null, inputs: [new TaintedBytes()] }
  // A list of signatures may be empty.
  const named = analysedFunctions({ ...bytecode, standard: null }, '0x').map((one) => {
    const [types = ''] = one.listed ?? []
    return { ...one, inputs: [...one.inputs, ...emptyInputs(one.selector, types)] }
  })
  const functions = [payment, ...named]
  const found = await contractPulls({ ...real, code }, functions, signal).catch(unknownTo(signal))
  const { complete } = found
  // The account calls or signs itself, perhaps to name who may call; until then no account may.
  const isOpen = ({ holder }: PullGuard) => holder === null || (holder !== account && !isBurnAddress(BigInt(holder)))
  const isAsked = ({ guards }: FoundPull) =>
    guards.some(({ by, holder }) => by === 'caller' && holder !== null && ENTRY_POINTS.has(holder))
  const open = found.pulls.filter(({ guards }) => guards.every(isOpen))
  if (!complete || !bytecode.complete) return false
  const world = () => ({ ...pullsWorld(chain, { block, address: account, powers: [] }, signal), code })
  const isOwn = open.some(isAsked) && (await confirmsOwnOperations(world).catch(() => unknownTo(signal)().complete))
  // A key that is not set yet keeps others out only as long as the account alone writes it.
  const others = writtenByOthers(writes, {
    bases: real.bases,
    isByAccount: (one) => isByAccount(one, { account, isOwn }),
  })
  const isKeyed = ({ guards, keySlots = [] }: FoundPull) =>
    keySlots.length > 0 && keySlots.every(others) && guards.every(({ holder }) => holder !== account)
  if (writes.length > MAX_WRITES || found.pulls.some(isKeyed)) return false
  const pulls = isOwn ? open.filter((one) => !isAsked(one)) : open
  if (pulls.length === 0) return true
  const lists = [...real.asked]
  const areListed = pulls.every(
    ({ guards }) => guards.length > 0 && guards.every(({ by, holder }) => by === 'role' && holder === null),
  )
  // The account itself fills a list of its own, such as its modules (ERC-7579).
  if (areListed && pulls.every(({ ownLists }) => ownLists !== undefined)) {
    const own = new Set(pulls.flatMap(({ ownLists = [] }) => ownLists))
    const isOther = ({ base }: Entry) => base !== undefined && !own.has(base)
    // Callers with an entry, which the account gave them first, may write more.
    const isByListed = ({ lifted }: Entry) =>
      lifted.some(({ alone, list }) => alone === true && list !== undefined && own.has(list))
    const isKept =
      entries.length > 0 &&
      entries.every((one) => isOther(one) || isByListed(one) || isByAccount(one, { account, isOwn }))
    // An account that runs code already may have entries, which cannot be listed.
    const isNew = account === delegate || (await chain.code(block, account, signal)).length <= 2
    if (isKept && isNew) return true
  }
  if (!areListed || lists.length === 0 || lists.length > MAX_LISTS) return false
  return (await Promise.all(lists.map((list) => isKeptByEach(chain, block, list, signal)))).every(Boolean)
}

/** Whether each account alone, by calling or signing, changes what the contract keeps about it. */
async function isKeptByEach(
  chain: ChainSource,
  block: PinnedBlock,
  list: bigint,
  signal: AbortSignal,
): Promise<boolean> {
  const address: Address = `0x${list.toString(16).padStart(40, '0')}`
  const entries: Entry[] = []
  const world: Explored = { ...pullsWorld(chain, { block, address, powers: 'every call' }, signal), entries }
  const functions = functionsOf([await chain.code(block, address, signal)])
  if (functions.length > MAX_FUNCTIONS) return false
  const { pulls, complete } = await contractPulls(world, functions, signal).catch(unknownTo(signal))
  const isPlain = complete && pulls.length === 0 && world.delegateSlots.size === 0
  return isPlain && entries.length > 0 && entries.every(isOwnEntry)
}

/** Whether only the account writes it: by a call or signature of its own, or by an entry point that asks for its signature. */
function isByAccount(
  { lifted }: Pick<Entry, 'lifted'>,
  { account, isOwn }: { account: Address; isOwn: boolean },
): boolean {
  return lifted.some(({ identity }) => {
    if (identity === undefined || inputsOf(identity.otherMarks) !== 0) return false
    const holder: Address = `0x${identity.other.toString(16).padStart(40, '0')}`
    return holder === account.toLowerCase() || (isOwn && identity.who === 'caller' && ENTRY_POINTS.has(holder))
  })
}

function isOwnEntry({ place, lifted }: Entry): boolean {
  if ((place & TAINT.caller) !== 0) return true
  return lifted.some(
    ({ marks }) =>
      (inputsOf(place) & marks) !== 0 && (marks & (TAINT.caller | TAINT.signer)) !== 0 && (marks & TAINT.stored) === 0,
  )
}

function unknownTo(signal: AbortSignal) {
  return () => {
    signal.throwIfAborted()
    return { pulls: [], complete: false }
  }
}
