import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Publishing } from '@redoubt/risk/facts/revocationFacts.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { concatHex, keccak256, toHex } from 'viem/utils'
import { NETWORKS } from '../../chains/index.ts'
import { withTimeout } from '../../lib/withTimeout.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import { dataFee } from './dataFee.ts'

/** Bytes of a signed authorization, which nothing makes shorter. */
const AUTHORIZATION_BYTES = 105

/** Milliseconds. */
const LONGEST_WAIT = 1_500

/**
 * Estimates what the network asks for publishing a transaction with its authorizations. Never rejects, and does not wait long: a plan is worth more
 * than its price.
 * @returns wei beside gas, or gas of its own; null where the network does not say, or not in time.
 */
export async function publishingOf(...asked: Parameters<typeof estimate>): Promise<Publishing | null> {
  return withTimeout(
    estimate(...asked).catch(() => null),
    LONGEST_WAIT,
  )
}

async function estimate(
  chain: Pick<ChainSource, 'chain' | 'call' | 'nonce'>,
  {
    block,
    transaction,
    gasUsed,
    authorizations,
  }: { block: PinnedBlock; transaction: Transaction; gasUsed: bigint; authorizations: number },
  signal: AbortSignal,
): Promise<Publishing | null> {
  const model = NETWORKS[block.chain].fees.data
  if (model === null) return { wei: 0n, gas: 0n }
  // As long as signatures are, and as random.
  const signed = Array.from({ length: Math.ceil((authorizations * AUTHORIZATION_BYTES) / 32) }, (_, at) =>
    keccak256(toHex(at)),
  )
  // Any nonce of the usual length.
  const asked: Transaction = { ...transaction, data: concatHex([transaction.data, ...signed]), nonce: 10_000n }
  const wei = await dataFee(chain, block, { transaction: asked, simulation: { gasUsed } }, signal)
  if (wei === null) return null
  return model === 'arbitrum' ? { wei: 0n, gas: wei / (block.baseFeePerGas || 1n) + 1n } : { wei, gas: 0n }
}
