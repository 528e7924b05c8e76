import type { Address } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { NETWORKS } from '../../chains/index.ts'
import { addressAt } from '../decode/callData.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import type { Pool } from './pool.ts'
import { poolCandidates } from './poolCandidates.ts'
import { readAggregate } from './readAggregate.ts'

const MAX_REMEMBERED = 20_000

/**
 * Pools of a token against the quote tokens, asked of the factories themselves: what only claims to be a pool is not found.
 * One upstream call, remembered across blocks.
 * @throws when the network cannot be read.
 */
export async function findPools(
  chain: ChainSource,
  { block, token }: { block: PinnedBlock; token: Address },
  signal: AbortSignal,
): Promise<readonly Pool[]> {
  const known = found.get(chain)?.get(token)
  // A pool stays where it is; new ones are looked for about once an hour.
  // A younger block than the one it was learned at: a pinned scan of the past sees what was there.
  if (known && block.number >= known.at && block.number - known.at < NETWORKS[chain.chain].blocks.inAnHour)
    return known.pools
  const candidates = poolCandidates(token, NETWORKS[chain.chain].quoteTokens, NETWORKS[chain.chain].factories)
  const answers = await readAggregate(chain, { block, reads: candidates.map(({ read }) => read) }, signal)
  const pools = candidates.flatMap(({ pool: { factory: _factory, fee: _fee, ...pool } }, at) => {
    const address = addressAt(answers[at] ?? null)
    return address === null || address === NOWHERE ? [] : [{ ...pool, address }]
  })
  remember(chain, token, { at: block.number, pools })
  return pools
}

const NOWHERE: Address = `0x${'0'.repeat(40)}`

/** By source, since the sandbox's networks have the same names and other pools. */
const found = new WeakMap<ChainSource, Map<Address, { at: bigint; pools: readonly Pool[] }>>()

function remember(chain: ChainSource, token: Address, learned: { at: bigint; pools: readonly Pool[] }): void {
  const tokens = found.get(chain) ?? new Map()
  found.set(chain, tokens)
  tokens.delete(token)
  tokens.set(token, learned)
  const [oldest] = tokens.keys()
  if (tokens.size > MAX_REMEMBERED && oldest !== undefined) tokens.delete(oldest)
}
