import type { Address } from '@redoubt/risk/address.ts'
import type { Label } from '@redoubt/risk/facts/account.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { keccak256, stringToHex } from 'viem/utils'
import { wordAt } from '../../evm/decode/callData.ts'
import type { ChainSource } from '../../evm/rpc/chainSource.ts'
import { askStranger } from './askStranger.ts'

/** A nullifier that no note can have: a mixer must say that it is unspent. */
const NOBODYS_NULLIFIER = keccak256(stringToHex('redoubt: a nullifier of nobody'))
/** Tornado Cash allows 1-31 levels; its pools have 20 (MerkleTreeWithHistory.sol). */
const MAX_LEVELS = 31n

/**
 * The label of a pool that works like Tornado Cash: equal deposits, a Merkle tree of commitments, and spent nullifiers.
 * Medium confidence: it says so itself, though nothing honest has reason to. Null unless all four answers fit together.
 */
export async function mixerOf(
  chain: ChainSource,
  { block, address }: { block: PinnedBlock; address: Address },
  signal: AbortSignal,
): Promise<Label | null> {
  const [denomination, levels, nextIndex, spent] = await Promise.all(
    ([['denomination'], ['levels'], ['nextIndex'], ['isSpent', NOBODYS_NULLIFIER]] as const).map(async (question) =>
      wordAt(await askStranger(chain, { block, to: address }, question, signal)),
    ),
  )
  if (denomination == null || levels == null || nextIndex == null || spent !== 0n) return null
  if (denomination === 0n || denomination >= 1n << 128n) return null
  if (levels === 0n || levels > MAX_LEVELS || nextIndex > 1n << levels) return null
  return {
    name: 'Mixer pool like Tornado Cash’s',
    category: 'mixer',
    source: 'on chain: denomination, levels, nextIndex and isSpent answer as a mixer’s do',
    confidence: 'medium',
  }
}
