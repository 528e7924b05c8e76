import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Provenance } from '@redoubt/risk/facts/provenance.ts'
import { codeTraits } from '../../intel/onchain/codeTraits.ts'
import { patient } from '../../lib/patience.ts'
import { withSignal } from '../../lib/withSignal.ts'
import { withTimeout } from '../../lib/withTimeout.ts'
import type { ChainSource, ContractCreation } from '../rpc/chainSource.ts'
import { isDelegation } from '../rpc/rpcValues.ts'
import type { Asked, Verification } from '../verification/createVerification.ts'
import { searchCreation } from './searchCreation.ts'

const UNKNOWN_CREATION: Creation = {
  creator: null,
  factory: null,
  createdAt: null,
  createdBefore: null,
  creationBlock: null,
  creationTransaction: null,
  creationBy: null,
}

/** Milliseconds that the index and the services get before the search of the chain starts. */
const HEAD_START = { index: 1_000, services: 300 } as const

const BY_SEARCH = 'code in old state'

/** Time limit for finding a creation; an unknown creation must not cost the scan. */
const MAX_MS = 2_500
const MAX_REMEMBERED = 20_000
/** Time after which a partly known creation is asked for again. */
const ASK_AGAIN_MS = 600_000

/**
 * Where a contract comes from: verified source by the services, creation by the node, the services or old state. Both are
 * remembered by the code. An account without code of its own comes from nowhere: everything is null.
 * @throws when its code cannot be read. What cannot be learned otherwise is null and named in `unavailable`.
 */
export async function provenance(
  { chain, verification, maxMs = MAX_MS }: { chain: ChainSource; verification: Verification; maxMs?: number },
  { block, address }: { block: PinnedBlock; address: Address },
  signal: AbortSignal,
): Promise<Provenance> {
  const code = await chain.code(block, address, signal)
  if (code === '0x' || isDelegation(code)) return NOWHERE
  const codeHash = codeTraits(code).hash
  const said = verification(chain.chain, { address, codeHash })
  const [verified, created] = await Promise.all([
    withSignal(said.verification, signal),
    creationInTime(chain, { block, address, codeHash, reported: said.creation, maxMs }, signal),
  ])
  const { source, by, asked, unavailable } = verified
  return {
    verified: source !== null ? true : asked.length === 0 || unavailable.length > 0 ? null : false,
    asked,
    unavailable: [...unavailable, ...created.unavailable],
    verifiedBy: by,
    name: source?.name ?? null,
    compiler: source?.compiler ?? null,
    abi: source?.abi ?? null,
    ...created.creation,
  }
}

const NOWHERE: Provenance = {
  verified: null,
  asked: [],
  unavailable: [],
  verifiedBy: null,
  name: null,
  compiler: null,
  abi: null,
  ...UNKNOWN_CREATION,
}

/** By source: equal network names may be of different environments. */
const known = new WeakMap<ChainSource, Map<string, { creation: Creation; until: number }>>()

async function creationInTime(
  chain: ChainSource,
  at: { block: PinnedBlock; address: Address; codeHash: Hex; reported: Asked['creation']; maxMs: number },
  signal: AbortSignal,
): Promise<{ creation: Creation; unavailable: string[] }> {
  const key = `${at.address}:${at.codeHash}`
  const remembered = known.get(chain)?.get(key)
  if (remembered && remembered.until > Date.now() && isPast(remembered.creation, at.block))
    return { creation: remembered.creation, unavailable: [] }
  const limit = AbortSignal.timeout(patient(at.maxMs))
  try {
    const creation = await creationOf({ chain, reported: at.reported }, at, AbortSignal.any([signal, limit]))
    remember(chain, key, creation)
    return { creation, unavailable: [] }
  } catch {
    signal.throwIfAborted()
    const why = limit.aborted ? `not found within ${at.maxMs} ms` : 'the network could not be read'
    return { creation: UNKNOWN_CREATION, unavailable: [`creation: ${why}`] }
  }
}

/** A pin in the past must not show later events. */
function isPast({ creationBlock, createdBefore }: Creation, { number, timestamp }: PinnedBlock): boolean {
  return (creationBlock ?? 0n) <= number && (createdBefore ?? 0) <= timestamp
}

function remember(chain: ChainSource, key: string, creation: Creation): void {
  const creations = known.get(chain) ?? new Map<string, { creation: Creation; until: number }>()
  known.set(chain, creations)
  creations.delete(key)
  const until = creation.creator === null ? Date.now() + ASK_AGAIN_MS : Number.POSITIVE_INFINITY
  creations.set(key, { creation, until })
  const [oldest] = creations.keys()
  if (creations.size > MAX_REMEMBERED && oldest !== undefined) creations.delete(oldest)
}

type Creation = Pick<
  Provenance,
  'creator' | 'factory' | 'createdAt' | 'createdBefore' | 'creationBlock' | 'creationTransaction' | 'creationBy'
>

/** A creation as a source names it: the chain then tells the sender and the time of that transaction. */
type Named = { transaction: Hex; account: Address | null; block: bigint | null; at: number | null; by: string }

/**
 * Finds the creator and the time of a contract: by the node's own index where it has one, else the services, else a search
 * through old state. For a contract older than all available state only `createdBefore` is known.
 * @throws when the network cannot be read.
 */
async function creationOf(
  { chain, reported }: { chain: ChainSource; reported: Asked['creation'] },
  { block, address }: { block: PinnedBlock; address: Address },
  signal: AbortSignal,
): Promise<Creation> {
  const indexed = chain.contractCreator(address, signal).then((found) => found && namedByIndex(found))
  const named = await firstOf([
    withTimeout(
      indexed.catch(() => null),
      HEAD_START.index,
    ),
    withTimeout(reported, HEAD_START.services),
  ])
  signal.throwIfAborted()
  const told = named && (await completed(chain, { block, named }, signal))
  return told ?? searched(chain, { block, address }, signal)
}

/** Null when the named transaction is not in the history of the block: code deployed again later, or a service's mistake. */
async function completed(
  chain: ChainSource,
  { block, named }: { block: PinnedBlock; named: Named },
  signal: AbortSignal,
): Promise<Creation | null> {
  const mined = await chain.transaction(named.transaction, signal)
  const number = mined?.blockNumber ?? named.block
  if (number !== null && number > block.number) return null
  const at = number === null ? named.at : await timeOf(chain, number, signal)
  const creator = mined?.sender ?? named.account
  return {
    ...UNKNOWN_CREATION,
    creator,
    factory: named.account === creator ? null : named.account,
    createdAt: at,
    creationBlock: number,
    creationTransaction: named.transaction,
    creationBy: named.by,
  }
}

async function searched(
  chain: ChainSource,
  { block, address }: { block: PinnedBlock; address: Address },
  signal: AbortSignal,
): Promise<Creation> {
  const found = await searchCreation(chain, { block, address }, signal)
  if (found.block === null)
    return { ...UNKNOWN_CREATION, createdBefore: await timeOf(chain, found.notAfter, signal), creationBy: BY_SEARCH }
  const [at, made] = await Promise.all([
    timeOf(chain, found.block, signal),
    // The block counts even when its creations cannot be read.
    chain.creationsIn(found.block, signal).catch(() => null),
  ])
  const when = { ...UNKNOWN_CREATION, createdAt: at, creationBlock: found.block, creationBy: BY_SEARCH }
  const creation = made?.find(({ contract }) => contract === address)
  if (creation === undefined) return when
  const mined = await chain.transaction(creation.transaction, signal).catch(() => null)
  const creator = mined?.sender ?? null
  const factory = creation.maker === creator ? null : creation.maker
  return { ...when, creator, factory, creationTransaction: creation.transaction }
}

async function timeOf(chain: ChainSource, number: bigint, signal: AbortSignal): Promise<number> {
  return Number((await chain.blockAt(number, signal)).timestamp)
}

function namedByIndex({ transaction, maker }: ContractCreation): Named {
  return { transaction, account: maker, block: null, at: null, by: 'ots_getContractCreator' }
}

/** Resolves to the first that is not null; null when all are. */
function firstOf(namings: readonly Promise<Named | null>[]): Promise<Named | null> {
  const named = namings.map((naming) => naming.then((one) => one ?? Promise.reject(new Error('not named'))))
  return Promise.any(named).catch(() => null)
}
