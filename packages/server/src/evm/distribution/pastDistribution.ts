import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Distribution, PastDistribution, PastPool } from '@redoubt/risk/facts/distribution.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { BlockTimes } from '../../chains/definition.ts'
import { withTimeout } from '../../lib/withTimeout.ts'
import { callData, type Read, wordAt } from '../decode/callData.ts'
import { readAggregate } from '../market/chainlinkPrice.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import { type KnownPool, knownPools, quotePrices } from '../trade/venue.ts'

/** Pools read at the older blocks. */
const MAX_POOLS = 20
/** Holders told of an older block, besides those of today. */
const MAX_TOLD = 10
/** Milliseconds for the older blocks: an endpoint without old state must not cost the scan. */
const MAX_MS = 1_500

type Question = {
  block: PinnedBlock
  token: Address
  /** Accounts whose balances were read at the block, the largest holders first. */
  accounts: readonly Address[]
  /** Block of the creation; null when unknown. */
  since: bigint | null
  past: BlocksBack
}

/** How many blocks a day and a week are. */
export type BlocksBack = Pick<BlockTimes, 'inADay' | 'inAWeek'>

/**
 * Reads the balances of the same accounts, the supply and the reserves of all pools a day and a week before the block: one upstream
 * call each, in one batch. Null: neither block can have the token. Never rejects for want of old state, or of time.
 */
export async function pastDistribution(
  chain: ChainSource,
  question: Question,
  signal: AbortSignal,
): Promise<Distribution['before']> {
  const { block, since, past } = question
  const [day, week] = [past.inADay, past.inAWeek].map((blocks) => block.number - blocks)
  const isThere = (ancestor: bigint | undefined) => ancestor !== undefined && ancestor > 0n && ancestor >= (since ?? 0n)
  if (!isThere(day)) return null
  const within = AbortSignal.any([signal, AbortSignal.timeout(MAX_MS)])
  const reading = readBoth(
    chain,
    question,
    [day, week].filter((one) => one !== undefined && isThere(one)) as bigint[],
    within,
  )
  const found = await withTimeout(
    reading.catch(() => null),
    MAX_MS,
  )
  signal.throwIfAborted()
  return { day: found?.[0] ?? null, week: found?.[1] ?? null }
}

async function readBoth(
  chain: ChainSource,
  { block, token, accounts }: Question,
  ancestors: readonly bigint[],
  signal: AbortSignal,
): Promise<(PastDistribution | null)[]> {
  const pools = (await knownPools(chain, { block, token }, signal)).slice(0, MAX_POOLS)
  const reserves = pools.flatMap(({ address, quote }): Read[] => [
    { to: token, data: callData('balanceOf', address) },
    { to: quote.address, data: callData('balanceOf', address) },
  ])
  const holdings: Read[] = [
    { to: token, data: callData('totalSupply') },
    ...accounts.map((account) => ({ to: token, data: callData('balanceOf', account) })),
  ]
  const [now, prices, ...older] = await Promise.all([
    reserves.length === 0 ? [] : readAggregate(chain, { block, reads: reserves }, signal),
    quotePrices(chain, block, pools, signal),
    ...ancestors.map(async (ancestor) => {
      const [at, answers] = await Promise.all([
        chain.blockAt(ancestor, signal),
        readAggregate(chain, { block, reads: [...holdings, ...reserves], ancestor }, signal),
      ]).catch((): [null, null] => [null, null])
      return at === null || answers === null ? null : { at, answers }
    }),
  ])
  return older.map((one) => {
    const supply = wordAt(one?.answers[0] ?? null)
    if (one === null || supply === null || supply === 0n) return null
    const then = one.answers.slice(holdings.length)
    return {
      block: one.at.number,
      timestamp: Number(one.at.timestamp),
      totalSupply: supply,
      topHolders: holdersThen(accounts, one.answers.slice(1, holdings.length), supply),
      pools: pools.flatMap((pool, index) => {
        const sides = index * 2
        const told = poolThen(pool, prices.get(pool.quote.address) ?? null, {
          older: then.slice(sides, sides + 2),
          newer: now.slice(sides, sides + 2),
        })
        return told === null ? [] : [told]
      }),
    }
  })
}

function holdersThen(accounts: readonly Address[], answers: readonly (Hex | null)[], supply: bigint) {
  const shares = accounts.map((address, index) => {
    const hundredths = ((wordAt(answers[index] ?? null) ?? 0n) * 10_000n) / supply
    return { address, share: Number(hundredths > 10_000n ? 10_000n : hundredths) / 100 }
  })
  const bySize = (a: { share: number }, b: { share: number }) => b.share - a.share
  const largest = shares.toSorted(bySize).slice(0, MAX_TOLD)
  return [...new Set([...largest, ...shares.slice(0, MAX_TOLD)])].toSorted(bySize)
}

/** Null where a balance could not be read, then or now. */
function poolThen(
  { address, quote }: KnownPool,
  price: number | null,
  { older, newer }: { older: readonly (Hex | null)[]; newer: readonly (Hex | null)[] },
): PastPool | null {
  const [tokensThen, quoteThen] = [wordAt(older[0] ?? null), wordAt(older[1] ?? null)]
  const [tokensNow, quoteNow] = [wordAt(newer[0] ?? null), wordAt(newer[1] ?? null)]
  if (tokensThen === null || quoteThen === null || tokensNow === null || quoteNow === null) return null
  const usd = (amount: bigint) =>
    price === null ? null : Math.round((Number(amount) / 10 ** quote.decimals) * price * 100) / 100
  const kept =
    tokensThen === 0n || quoteThen === 0n
      ? null
      : Math.max(Number((tokensNow * 10_000n) / tokensThen), Number((quoteNow * 10_000n) / quoteThen)) / 100
  return { address, usdBefore: usd(quoteThen), usdNow: usd(quoteNow), keptPercent: kept }
}
