import type { Hex } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { ChainLimits } from './chainLimits.ts'
import type { Endpoint } from './endpoint.ts'
import type { EndpointPool } from './endpointPool.ts'
import { readAddress, readHash, readObject, readQuantity } from './rpcValues.ts'

const NOTHING: Hex = `0x${'00'.repeat(32)}`
/** A head so many seconds older than the newest is stale: its endpoint follows the chain no more. */
const STALE_SECONDS = 60n
/** So long the others have once one endpoint has answered. */
const WAIT_MS = 150
/** A head so many seconds ahead of the clock is not of this chain. */
const AHEAD_SECONDS = 60n

/** The newest block, as several endpoints see it. */
export type Heads = {
  /**
   * The newest block that a second endpoint has, too: only that can be confirmed. Of one endpoint alone, or where the others
   * are late or stale, its newest.
   */
  newest(): Promise<PinnedBlock>
  /** The block that an endpoint has at the height of another; null: none yet. */
  blockOf(endpoint: Endpoint, block: Pick<PinnedBlock, 'number'>): Promise<PinnedBlock | null>
  /** The newest block of one endpoint. */
  headOf(endpoint: Endpoint): Promise<PinnedBlock>
}

export function createHeads(chain: Chain, pool: EndpointPool, limits: Pick<ChainLimits, 'attemptTimeoutMs'>): Heads {
  const latest = {
    method: 'eth_getBlockByNumber',
    params: () => ['latest', false],
    read: (result: unknown) => readBlock(chain, result),
    timeoutMs: limits.attemptTimeoutMs,
  }

  return {
    async newest() {
      const asked = pool.ready(latest.method)
      if (asked.length < 2) return pool.request(latest)
      const heads: PinnedBlock[] = []
      const errors: unknown[] = []
      const silent = new Set(asked)
      await new Promise<void>((resolve) => {
        let timer: NodeJS.Timeout | undefined
        const settled = () => {
          if (heads.length + errors.length === asked.length) {
            clearTimeout(timer)
            resolve()
          }
        }
        for (const endpoint of asked)
          pool.requestOne(endpoint, latest).then(
            (head) => {
              silent.delete(endpoint)
              heads.push(head)
              timer ??= setTimeout(resolve, WAIT_MS)
              settled()
            },
            (error: unknown) => {
              silent.delete(endpoint)
              errors.push(error)
              settled()
            },
          )
      })
      // Others are asked first from now on, whatever is asked.
      for (const endpoint of silent) endpoint.health(latest.method).failed('refused')
      // All of them failed just now: the pool says what that means.
      return heads.length === 0 ? pool.request(latest) : chooseHead(heads, BigInt(Math.floor(Date.now() / 1_000)))
    },
    headOf: (endpoint) => pool.requestOne(endpoint, latest),
    async blockOf(endpoint, { number }) {
      return pool.requestOne(endpoint, {
        ...latest,
        params: () => [`0x${number.toString(16)}`, false],
        read: (result) => (result === null ? null : readBlock(chain, result)),
      })
    },
  }
}

/**
 * Returns the second newest of the heads that are neither stale nor ahead of the clock, which the newest should have too.
 * @param now Unix seconds.
 */
export function chooseHead(heads: readonly PinnedBlock[], now: bigint): PinnedBlock {
  const present = heads.filter(({ timestamp }) => timestamp <= now + AHEAD_SECONDS)
  // A chain whose clock is not ours, as one that is replayed.
  const believed = present.length > 0 ? present : heads
  const newest = believed.reduce((a, b) => (b.timestamp > a.timestamp ? b : a))
  // A head that is dated ahead must not make the others stale: none could confirm it.
  const reference = present.length > 0 && newest.timestamp > now ? now : newest.timestamp
  const fresh = believed
    .filter(({ timestamp }) => timestamp + STALE_SECONDS >= reference)
    .sort((a, b) => Number(b.number - a.number))
  return fresh[1] ?? newest
}

/** A block header as eth_getBlockBy… answers it. A null block is the endpoint's failure: we only ask for existing ones. */
export function readBlock(chain: Chain, value: unknown): PinnedBlock {
  const block = readObject(value, 'block')
  return {
    chain,
    number: readQuantity(block.number, 'block number'),
    hash: readHash(block.hash, 'block hash'),
    timestamp: readQuantity(block.timestamp, 'block timestamp'),
    // Chains and blocks before EIP-1559 have none: there the base fee is zero.
    baseFeePerGas: block.baseFeePerGas == null ? 0n : readQuantity(block.baseFeePerGas, 'base fee'),
    gasLimit: readQuantity(block.gasLimit, 'block gas limit'),
    gasUsed: readQuantity(block.gasUsed, 'block gas used'),
    coinbase: readAddress(block.miner, 'block miner'),
    prevRandao: readRandomness(block.mixHash, block.difficulty),
    ...(block.excessBlobGas != null && { excessBlobGas: readQuantity(block.excessBlobGas, 'excess blob gas') }),
    ...(block.blobGasUsed != null && { blobGasUsed: readQuantity(block.blobGasUsed, 'blob gas used') }),
  }
}

/**
 * What the PREVRANDAO opcode reads: the difficulty where a block has one, as on Ethereum before EIP-4399 (whose mixHash
 * belongs to the proof of work) and on chains of a proof of authority (BSC, whose mixHash tells milliseconds, and Polygon).
 */
function readRandomness(mixHash: unknown, value: unknown): Hex {
  const difficulty = value == null ? 0n : readQuantity(value, 'difficulty')
  if (difficulty > 0n) return `0x${difficulty.toString(16).padStart(64, '0')}`
  return mixHash == null ? NOTHING : readHash(mixHash, 'mixHash')
}
