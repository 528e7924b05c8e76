import type { Address } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { NETWORKS } from '../../chains/index.ts'
import { callData, wordAt } from '../../evm/decode/callData.ts'
import type { ChainSource } from '../../evm/rpc/chainSource.ts'

/**
 * Whether the Chainalysis oracle lists the address at the block (OFAC SDN and others). Null when the oracle gives no
 * answer, which is never "not sanctioned"; `failed` when the network could not be asked.
 */
export async function sanctionedAt(
  chain: ChainSource,
  { block, address }: { block: PinnedBlock; address: Address },
  signal: AbortSignal,
): Promise<boolean | null | 'failed'> {
  try {
    const answer = wordAt(
      await chain.call(
        block,
        { to: NETWORKS[chain.chain].sanctionsOracle, data: callData('isSanctioned', address) },
        signal,
      ),
    )
    return answer === 0n ? false : answer === 1n ? true : null
  } catch {
    signal.throwIfAborted()
    return 'failed'
  }
}
