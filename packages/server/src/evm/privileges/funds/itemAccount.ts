import type { Address } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { NETWORKS } from '../../../chains/index.ts'
import { addressAt, wordAt } from '../../decode/callData.ts'
import type { ChainSource } from '../../rpc/chainSource.ts'

/** token() of ERC-6551: chain, collection and id. */
export const TOKEN_OF_ACCOUNT = '0xfc0c546a'
const ASK_GAS = 300_000

/** Returns the item whose owner commands an account (ERC-6551); null where the contract is no such account of this network. */
export async function itemOfAccount(
  { chain }: { chain: Pick<ChainSource, 'ask'> },
  { block, address }: { block: PinnedBlock; address: Address },
  signal: AbortSignal,
): Promise<{ collection: Address; id: bigint } | null> {
  const question = { to: address, data: TOKEN_OF_ACCOUNT, gas: ASK_GAS, max: 96, topic: 'words' } as const
  const answer = await chain.ask(block, question, signal)
  if (answer === null || answer.length < 2 + 3 * 64) return null
  const [network, id] = [0, 2].map((at) => wordAt(`0x${answer.slice(2 + at * 64, 66 + at * 64)}`))
  const collection = addressAt(`0x${answer.slice(66, 130)}`)
  if (network !== BigInt(NETWORKS[block.chain].chainId) || collection === null || id === null || id === undefined)
    return null
  return { collection, id }
}
