import type { Address } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { addressAt } from '../../evm/decode/callData.ts'
import type { ChainSource } from '../../evm/rpc/chainSource.ts'
import { dataOf } from './askContract.ts'
import { namehash } from './namehash.ts'

/** ENSRegistryWithFallback (docs.ens.domains/learn/deployments). */
const REGISTRY: Address = '0x00000000000c2e074ec69a0dfb2997ba6c7d2e1e'
/** Gas of one question, 200,000: resolvers are strangers' contracts. */
const GAS = 200_000
const ONE_WORD = 32
const WORD_LENGTH = 66

/**
 * Returns the account that a name belongs to on Ethereum at the block (EIP-137 `addr`). Null when it has no resolver, or one
 * that returns the zero address, makes no sense, or wants to be asked elsewhere (ERC-3668). Two calls, one after the other.
 * @param name normalised: of a-z, 0-9 and hyphens.
 * @throws NetworkUnavailable when the chain cannot be asked: a failure is not an unowned name.
 */
export async function ensAddress(
  chain: ChainSource,
  { block, name }: { block: PinnedBlock; name: string },
  signal: AbortSignal,
): Promise<Address | null> {
  const node = namehash(name)
  const resolver = addressAt(await chain.call(block, { to: REGISTRY, data: dataOf(['resolver', node]) }, signal))
  if (resolver === null || BigInt(resolver) === 0n) return null
  const question = { to: resolver, data: dataOf(['addr', node]), gas: GAS, most: ONE_WORD, topic: 'words' } as const
  const answer = await chain.ask(block, question, signal)
  if (answer === null || answer.length !== WORD_LENGTH) return null
  const owner = addressAt(answer)
  return owner === null || BigInt(owner) === 0n ? null : owner
}
