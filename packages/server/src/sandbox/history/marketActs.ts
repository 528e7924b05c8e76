import type { Address } from '@redoubt/risk/address.ts'
import { encodeFunctionData } from 'viem/utils'
import { PRICE_FEED_ABI, TAX_TOKEN_ABI } from '../abis.ts'
import { initCode } from '../nodeRpc.ts'
import { v2PairAddress } from '../poolAddresses.ts'
import { nativeWorth, PRICES, PROFILES, units } from '../profiles.ts'
import type { SandboxWorld } from '../world.ts'
import { addLiquidityNative, approve, swapNativeForTokens, swapTokensForNative, transfer, UNLIMITED } from './calls.ts'
import { storyOf } from './story.ts'
import type { Step } from './timeline.ts'

const MILLION = units(1_000_000, 18)
const BURNED: Address = '0x000000000000000000000000000000000000dEaD'
/** On each side of a pool at its opening. */
const POOL_TOKENS = 4n * MILLION
const POOL_DOLLARS = 400_000
/** What the router leaves locked of a pool's first LP tokens. */
const LOCKED_LP = 1_000n

type Listing = keyof SandboxWorld['listings']

/**
 * Tells of accounts that earn a label by their acts on markets, in pools that nothing else trades in, and of the honest
 * account beside each: the swing trader and the chaser, the searcher and the arbitrageur. Then two traps of a token.
 */
export function marketActs(world: SandboxWorld): Step[] {
  const { actors, chain, dex, tokens, listings } = world
  const { exchange, listingTeam, swingTrader, chaser, searcher, arbitrageur } = actors
  const { pays, creates, calls } = storyOf(world)
  const pools = { alder: openPool(), birch: openPool(), cedar: openPool() }
  const names = Object.keys(listings) as Listing[]

  function openPool() {
    return { native: nativeWorth(chain, POOL_DOLLARS), token: POOL_TOKENS }
  }
  const pathTo = (token: Listing): Address[] => [tokens.wrapped, listings[token]]
  /** Buys, and keeps count of the pool: a later sale names its amount. */
  const buys = (daysAgo: number, who: Address, token: Listing, dollars: number): { step: Step; bought: bigint } => {
    const value = nativeWorth(chain, dollars)
    const bought = swapOut(pools[token], 'native', value)
    const data = swapNativeForTokens(pathTo(token), who)
    return { step: calls(daysAgo, who, dex.v2Router, data, `buy ${token}`, value), bought }
  }
  const sells = (daysAgo: number, who: Address, token: Listing, amount: bigint): Step => {
    swapOut(pools[token], 'token', amount)
    const data = swapTokensForNative(amount, pathTo(token).toReversed(), who)
    return calls(daysAgo, who, dex.v2Router, data, `sell ${token}`)
  }
  const approves = (daysAgo: number, who: Address, token: Listing) =>
    calls(daysAgo, who, listings[token], approve(dex.v2Router, UNLIMITED), `approve sales of ${token}`)

  const opening = names.flatMap((token, index) => {
    const plain = initCode('PlainToken', [capital(token), token.toUpperCase(), 18, POOL_TOKENS, listingTeam])
    return [creates(29, listingTeam, listings[token], plain, `token ${index}`)]
  })
  const filling = names.flatMap((token) => {
    const lpTokens = root(nativeWorth(chain, POOL_DOLLARS) * POOL_TOKENS) - LOCKED_LP
    const pair = v2PairAddress(dex.v2Factory, tokens.wrapped, listings[token])
    const data = addLiquidityNative(listings[token], POOL_TOKENS, listingTeam)
    const step = calls(28.9, listingTeam, dex.v2Router, data, 'open a pool', nativeWorth(chain, POOL_DOLLARS))
    return [
      calls(28.9, listingTeam, listings[token], approve(dex.v2Router, POOL_TOKENS), 'approve the router'),
      { ...step, transaction: { ...step.transaction, gas: 8_000_000n } },
      calls(28.9, listingTeam, pair, transfer(BURNED, lpTokens), 'burn the LP tokens'),
    ]
  })
  return [
    pays(29.1, exchange, listingTeam, 3 * POOL_DOLLARS + 50_000, 'withdrawal to the listing team'),
    ...[swingTrader, chaser, searcher, arbitrageur].map((who) => pays(29.1, exchange, who, 700_000, 'withdrawal')),
    price(world, 29.05),
    ...opening,
    ...filling,
    ...[searcher, arbitrageur, chaser, swingTrader].flatMap((who) => names.map((token) => approves(28.8, who, token))),
    ...sandwich(28.5, 'alder'),
    ...sandwich(28.3, 'birch'),
    ...roundTrip(28.1),
    ...roundTrip(27.9),
    price(world, 27.5),
    ...swings(),
    ...taxedAndMinted(world),
  ]

  /** The searcher buys before the chaser and sells behind, in one block. */
  function sandwich(daysAgo: number, token: Listing): Step[] {
    const front = buys(daysAgo, searcher, token, 20_000)
    const victim = buys(daysAgo, chaser, token, 30_000)
    return [front.step, victim.step, sells(daysAgo, searcher, token, front.bought)]
  }

  /** Two trades of one account in one block as well, around a stranger's sale: no victim pays for it. */
  function roundTrip(daysAgo: number): Step[] {
    const before = buys(daysAgo + 0.1, chaser, 'cedar', 10_000)
    const front = buys(daysAgo, arbitrageur, 'cedar', 20_000)
    const stranger = sells(daysAgo, chaser, 'cedar', before.bought)
    return [before.step, front.step, stranger, sells(daysAgo, arbitrageur, 'cedar', front.bought)]
  }

  /** The swing trader buys first, the chaser after the price has moved; both sell in parts, the chaser last. */
  function swings(): Step[] {
    const early = names.map((token) => buys(27.4, swingTrader, token, 40_000))
    const late = names.map((token) => buys(27.2, chaser, token, 150_000))
    const inParts = (daysAgo: number, who: Address, bought: readonly bigint[]) =>
      names.flatMap((token, index) => {
        const parts = index === 0 ? 4 : 3
        const part = (bought[index] ?? 0n) / BigInt(parts)
        return Array.from({ length: parts }, () => sells(daysAgo, who, token, part))
      })
    return [
      ...[...early, ...late].map(({ step }) => step),
      ...inParts(
        27,
        swingTrader,
        early.map(({ bought }) => bought),
      ),
      ...inParts(
        26.5,
        chaser,
        late.map(({ bought }) => bought),
      ),
    ]
  }
}

/** A token whose owner mints under another name, and one that keeps a tenth of every trade. */
function taxedAndMinted(world: SandboxWorld): Step[] {
  const { actors, traps, dex, tokens } = world
  const { exchange, yieldTeam, buyerOne, buyerTwo } = actors
  const { pays, creates, calls, opensPool, buys, sells } = storyOf(world)
  const yielding = ['Harvest Dollar', 'HARV', 18n, yieldTeam, 10n * MILLION]
  const tithe = ['Tithe', 'TITHE', 10n * MILLION, yieldTeam, 1_000n, 1_000n]
  const pair = v2PairAddress(dex.v2Factory, tokens.wrapped, traps.highTax)
  const setPair = encodeFunctionData({ abi: TAX_TOKEN_ABI, functionName: 'setPair', args: [pair, true] })
  return [
    pays(24.1, exchange, yieldTeam, 130_000, 'withdrawal to the yield team'),
    creates(24, yieldTeam, traps.hiddenMint, initCode('TetherLikeToken', yielding), 'HARV'),
    creates(24, yieldTeam, traps.highTax, initCode('TaxToken', tithe), 'TITHE'),
    ...opensPool(23.9, yieldTeam, traps.hiddenMint, 6n * MILLION, 50_000),
    ...opensPool(23.9, yieldTeam, traps.highTax, 6n * MILLION, 50_000),
    calls(23.9, yieldTeam, traps.highTax, setPair, 'list the pair'),
    buys(21, buyerOne, traps.hiddenMint, 300),
    buys(21, buyerOne, traps.highTax, 300),
    buys(20, buyerTwo, traps.highTax, 200),
    ...sells(19, buyerTwo, traps.highTax, units(1_000, 18)),
  ]
}

/** What a V2 pool gives for an amount, with its fee of 0.3 %; the pool's reserves move. */
function swapOut(pool: { native: bigint; token: bigint }, paid: 'native' | 'token', amount: bigint): bigint {
  const got = paid === 'native' ? 'token' : 'native'
  const charged = amount * 997n
  const out = (charged * pool[got]) / (pool[paid] * 1_000n + charged)
  pool[paid] += amount
  pool[got] -= out
  return out
}

/** The feed of the native coin speaks, so that trades of that day have a price. */
function price({ chain, priceFeeds, actors }: SandboxWorld, daysAgo: number): Step {
  const feed = PROFILES[chain].native
  const data = encodeFunctionData({
    abi: PRICE_FEED_ABI,
    functionName: 'setAnswer',
    args: [units(PRICES[feed], 8)],
  })
  return { daysAgo, transaction: { from: actors.issuer, to: priceFeeds[feed], data, note: `${feed} price` } }
}

function capital(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`
}

/** Integer square root, rounded down. */
function root(value: bigint): bigint {
  let guess = 1n << BigInt((value.toString(2).length + 1) >> 1)
  for (;;) {
    const next = (guess + value / guess) >> 1n
    if (next >= guess) return guess
    guess = next
  }
}
