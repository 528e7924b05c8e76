import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Factory, QuoteToken } from '../../chains/definition.ts'
import { NETWORKS } from '../../chains/index.ts'
import { addressAt, callData, type Read } from '../decode/callData.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import { readAggregate } from './chainlinkPrice.ts'
import type { Pool } from './pool.ts'

const MAX_REMEMBERED = 20_000

/**
 * Pools of a token against the quote tokens, asked of the factories themselves: what only claims to be a pool is not found.
 * One upstream call, remembered across blocks.
 * @throws when the network cannot be read, or no factory answers.
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
  // A call that failed whole says nothing: remembered, it would hide the pools for an hour.
  if (answers.length > 0 && answers.every((answer) => answer === null)) throw new Error('no factory answered')
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

function remember(chain: ChainSource, token: Address, gathered: { at: bigint; pools: readonly Pool[] }): void {
  const tokens = found.get(chain) ?? new Map()
  found.set(chain, tokens)
  tokens.delete(token)
  tokens.set(token, gathered)
  const [oldest] = tokens.keys()
  if (tokens.size > MAX_REMEMBERED && oldest !== undefined) tokens.delete(oldest)
}

/** A pool that a factory may have made. `fee` in hundredths of a basis point; null for V2 and where pools set their own. */
export type PoolCandidate = Omit<Pool, 'address'> & { factory: Address; fee: number | null }

/**
 * What to ask the factories for the pools of a token against each quote token: every fee tier of V3, and the one pool of a
 * V3 factory without tiers (Algebra).
 */
export function poolCandidates(
  token: Address,
  quotes: readonly QuoteToken[],
  factories: readonly Factory[],
): { pool: PoolCandidate; read: Read }[] {
  return quotes
    .filter(({ address }) => address !== token)
    .flatMap((quote) =>
      factories.flatMap(({ exchange, style, factory, fees }) => {
        const pool = { style, exchange, quote, tokenIsFirst: token < quote.address, factory }
        const asked = (fee: number | null, data: Hex) => ({ pool: { ...pool, fee }, read: { to: factory, data } })
        if (style === 'v2') return [asked(null, callData('getPair', token, quote.address))]
        if (fees.length === 0) return [asked(null, callData('poolByPair', token, quote.address))]
        return fees.map((fee) => asked(fee, callData('getPool', token, quote.address, BigInt(fee))))
      }),
    )
}
