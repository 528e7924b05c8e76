import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { concatHex, keccak256, stringToHex } from 'viem/utils'
import { addressAt, wordAt } from '../../evm/decode/callData.ts'
import type { ChainSource } from '../../evm/rpc/chainSource.ts'
import { remember } from '../../evm/rpc/stateCache.ts'
import { askContract, callUntrusted, dataOf, type Question } from './askContract.ts'

/** ENSRegistryWithFallback (docs.ens.domains/learn/deployments). */
const REGISTRY: Address = '0x00000000000c2e074ec69a0dfb2997ba6c7d2e1e'
/** Gas of one question, 200,000: resolvers are strangers' contracts, and names are strings. */
const GAS = 200_000
/** `name(bytes32)` answers an offset, a length and at most this many bytes. */
const MAX_BYTES = 64
/**
 * Names of a-z, 0-9 and hyphens, which ENSIP-15 leaves as they are (`ab--c` is kept for encodings). The tables of full
 * normalisation take 0.6 s and 70 MB on first use, and the names they would add are those that imitate others best.
 */
const PLAIN_NAME = /^(?:(?!..--)[a-z0-9-]+\.)+[a-z]{2,}$/

/**
 * Returns the account's primary ENS name on Ethereum at the block (ERC-181 reverse record), when the name points back to it.
 * Null on other networks, without a name, for a name that is not plain, and when a resolver wants to be asked elsewhere
 * (ERC-3668). Any account may own a name that sounds like a service: the name is its owner's claim and nothing else. Four
 * calls, one after the other.
 */
export async function ensName(
  chain: ChainSource,
  { block, address }: { block: PinnedBlock; address: Address },
  signal: AbortSignal,
): Promise<string | null> {
  if (chain.chain !== 'ethereum') return null
  const resolverOf = async (node: Hex) =>
    addressAt(await askContract(chain, { block, to: REGISTRY }, ['resolver', node], signal))
  const ask = async (to: Address | null, question: Question, node: Hex) =>
    to === null || BigInt(to) === 0n
      ? null
      : callUntrusted(chain, { block, to, gas: GAS, max: 64 + MAX_BYTES }, [question, node], signal)
  const reverse = namehash(`${address.slice(2).toLowerCase()}.addr.reverse`)
  const reverseResolver = await resolverOf(reverse)
  const name = plainName(await ask(reverseResolver, 'name', reverse))
  if (name === null) return null
  const node = namehash(name)
  const resolver = await resolverOf(node)
  const owner = addressAt(await ask(resolver, 'addr', node))
  return owner === address.toLowerCase() ? name : null
}

function plainName(answer: Hex | null): string | null {
  const length = wordAt(answer, 1)
  if (answer === null || wordAt(answer) !== 32n || length === null || length > MAX_BYTES) return null
  const hex = answer.slice(130, 130 + Number(length) * 2)
  const name = Buffer.from(hex, 'hex').toString('latin1')
  return hex.length === Number(length) * 2 && PLAIN_NAME.test(name) ? name : null
}

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
  const question = { to: resolver, data: dataOf(['addr', node]), gas: GAS, max: ONE_WORD, topic: 'words' } as const
  const answer = await chain.ask(block, question, signal)
  if (answer === null || answer.length !== WORD_LENGTH) return null
  const owner = addressAt(answer)
  return owner === null || BigInt(owner) === 0n ? null : owner
}

/** The node of an ENS name, which must be normalised (EIP-137). */
export const namehash: (name: string) => Hex = remember(500, (name) => {
  const [label = '', ...parents] = name.split('.')
  const parent = parents.length === 0 ? ROOT : namehash(parents.join('.'))
  return keccak256(concatHex([parent, keccak256(stringToHex(label))]))
})

const ROOT: Hex = `0x${'0'.repeat(64)}`
