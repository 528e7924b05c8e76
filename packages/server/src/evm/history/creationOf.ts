import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Provenance } from '@redoubt/risk/facts/provenance.ts'
import { withTimeout } from '../../lib/withTimeout.ts'
import type { ChainSource, ContractCreation } from '../rpc/chainSource.ts'
import type { Asked } from '../verification/createVerification.ts'
import { searchCreation } from './searchCreation.ts'

export type Creation = Pick<
  Provenance,
  'creator' | 'factory' | 'createdAt' | 'createdBefore' | 'creationBlock' | 'creationTransaction' | 'creationBy'
>

export const UNKNOWN_CREATION: Creation = {
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

/** A creation as a source names it: the chain then tells the sender and the time of that transaction. */
type Named = { transaction: Hex; account: Address | null; block: bigint | null; at: number | null; by: string }

/**
 * Finds the creator and the time of a contract: by the node's own index where it has one, else the services, else a search
 * through old state. For a contract older than all available state only `createdBefore` is known.
 * @throws when the network cannot be read.
 */
export async function creationOf(
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

const BY_SEARCH = 'code in old state'

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
