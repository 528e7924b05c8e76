import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Distribution, PastDistribution, PastPool } from '@redoubt/risk/facts/distribution.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { BlockTimes } from '../../chains/definition.ts'
import { patient } from '../../lib/patience.ts'
import { withTimeout } from '../../lib/withTimeout.ts'
import { callData, type Read, wordAt } from '../decode/callData.ts'
import { readAggregate } from '../market/chainlinkPrice.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import { isDelegation } from '../rpc/rpcValues.ts'
import { type KnownPool, knownPools, quotePrices } from '../trade/venue.ts'

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
  const within = AbortSignal.any([signal, AbortSignal.timeout(patient(MAX_MS))])
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
  const pools = await knownPools(chain, { block, token }, signal)
  const reserves = pools.flatMap(({ address, quote, style }): Read[] => [
    { to: quote.address, data: callData('balanceOf', address) },
    { to: address, data: callData(style === 'v2' ? 'totalSupply' : 'liquidity') },
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
  return Promise.all(
    older.map(async (one) => {
      const supply = wordAt(one?.answers[0] ?? null)
      if (one === null || supply === null || supply === 0n) return null
      const then = one.answers.slice(holdings.length)
      const holders = holdersThen(accounts, one.answers.slice(1, holdings.length), supply)
      return {
        block: one.at.number,
        timestamp: Number(one.at.timestamp),
        totalSupply: supply,
        topHolders: await Promise.all(
          holders.map(async (holder) => ({ ...holder, hasCode: await hasCode(chain, block, holder.address, signal) })),
        ),
        pools: pools.map((pool, index) =>
          poolThen(pool, prices.get(pool.quote.address) ?? null, {
            older: then.slice(index * 2, index * 2 + 2),
            newer: now.slice(index * 2, index * 2 + 2),
          }),
        ),
      }
    }),
  )
}

async function hasCode(chain: ChainSource, block: PinnedBlock, of: Address, signal: AbortSignal) {
  const code = await chain.code(block, of, signal).catch(() => null)
  return code === null ? null : code !== '0x' && !isDelegation(code)
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

/** `older` and `newer`: the quote side, and the LP tokens or the liquidity in range. */
function poolThen(
  { address, style, quote }: KnownPool,
  price: number | null,
  { older, newer }: { older: readonly (Hex | null)[]; newer: readonly (Hex | null)[] },
): PastPool {
  const [quoteThen, liquidityThen] = [wordAt(older[0] ?? null), wordAt(older[1] ?? null)]
  const [quoteNow, liquidityNow] = [wordAt(newer[0] ?? null), wordAt(newer[1] ?? null)]
  const usd = (amount: bigint | null) => {
    if (amount === null || amount === 0n) return amount === null ? null : 0
    return price === null ? null : Math.round((Number(amount) / 10 ** quote.decimals) * price * 100) / 100
  }
  return {
    address,
    style,
    usdBefore: usd(quoteThen),
    usdNow: usd(quoteNow),
    keptPercent: keptPercent(style, [quoteThen, quoteNow], [liquidityThen, liquidityNow]),
  }
}

type Change = readonly [then: bigint | null, now: bigint | null]

function keptPercent(style: PastPool['style'], quote: Change, liquidity: Change): number | null {
  const kept = [ratio(liquidity), ...(style === 'v3' ? [ratio(quote)] : [])]
  return kept.some((one) => one === null) ? null : Math.max(...kept.map((one) => one ?? 0))
}

function ratio([then, now]: Change): number | null {
  return then === null || now === null || then === 0n ? null : Number((now * 10_000n) / then) / 100
}
