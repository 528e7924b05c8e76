import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import type { BalanceSlot } from './quoteSlots.ts'
import type { TradePool } from './tradePools.ts'
import { traderSwap } from './trader.ts'
import { word, words } from './words.ts'

/** How a token is bought and sold in a pool. */
export type Venue = {
  pool: TradePool
  /** What a seller approves. */
  router: Address
  /** Calls by which an account buys for an amount of the quote token, the purchase itself last. */
  buy(account: Address, amount: bigint): Transaction[]
  /** The sale of tokens that the router may take. */
  sell(account: Address, amount: bigint): Transaction
  /** Storage by which an account has that much of the quote token, where the native coin does not do. */
  quoteStorage: { token: Address; slot: BalanceSlot } | null
}

/** Which contract swaps: the exchange's own router, or the trader contract that the simulation brings along. */
export type Route = { kind: 'v2' | 'v3' | 'v3-without-deadline' | 'trader'; router: Address }

const NEVER = 2n ** 256n - 1n
const SWAP_GAS = 4_000_000n

/**
 * @param wrapped the wrapped native coin: pools against it are bought from with the native coin itself.
 * @param slot where the quote token keeps balances; null for the wrapped native coin.
 */
export function createVenue(
  pool: TradePool,
  token: Address,
  { route, wrapped, slot }: { route: Route; wrapped: Address; slot: BalanceSlot | null },
): Venue {
  const quote = pool.quote.address
  const native = quote === wrapped
  const { router } = route
  const call = (from: Address, to: Address, data: Hex, value = 0n, gas = SWAP_GAS): Transaction => {
    return { from, to, value, data, gas }
  }
  const approval = (account: Address, amount: bigint) =>
    call(account, quote, words('0x095ea7b3', router, amount), 0n, 500_000n)
  const swap = (account: Address, sold: Address, amount: bigint) =>
    call(account, router, swapData(pool, token, account, { kind: route.kind, sold, amount }))

  return {
    pool,
    router,
    quoteStorage: slot === null ? null : { token: quote, slot },
    buy(account, amount) {
      if (!native) return [approval(account, amount), swap(account, quote, amount)]
      if (route.kind === 'trader') {
        const deposit = call(account, quote, '0xd0e30db0', amount, 500_000n)
        return [deposit, approval(account, amount), swap(account, quote, amount)]
      }
      // swapExactETHForTokensSupportingFeeOnTransferTokens(amountOutMin, path, to, deadline)
      const data: Hex =
        route.kind === 'v2'
          ? `0xb6f9de95${[0n, 128n, account, NEVER].map(word).join('')}${path(quote, token)}`
          : swapData(pool, token, account, { kind: route.kind, sold: quote, amount })
      return [call(account, router, data, amount)]
    },
    sell(account, amount) {
      if (!native || route.kind !== 'v2') return swap(account, token, amount)
      // swapExactTokensForETHSupportingFeeOnTransferTokens(amountIn, amountOutMin, path, to, deadline)
      return call(
        account,
        router,
        `0x791ac947${[amount, 0n, 160n, account, NEVER].map(word).join('')}${path(token, quote)}`,
      )
    },
  }
}

function swapData(
  pool: TradePool,
  token: Address,
  account: Address,
  { kind, sold, amount }: { kind: Route['kind']; sold: Address; amount: bigint },
): Hex {
  const bought = sold === token ? pool.quote.address : token
  const fee = BigInt(pool.fee ?? 0)
  switch (kind) {
    case 'v2':
      // swapExactTokensForTokensSupportingFeeOnTransferTokens(amountIn, amountOutMin, path, to, deadline)
      return `0x5c11d795${[amount, 0n, 160n, account, NEVER].map(word).join('')}${path(sold, bought)}`
    case 'v3':
      return words('0x414bf389', sold, bought, fee, account, NEVER, amount, 0n, 0n)
    case 'v3-without-deadline':
      return words('0x04e45aaf', sold, bought, fee, account, amount, 0n, 0n)
    case 'trader': {
      const soldIsFirst = (sold === token) === pool.tokenIsFirst
      return traderSwap(pool.style, { pool: pool.address, sold, amount, soldIsFirst })
    }
  }
}

function path(from: Address, to: Address): string {
  return [2n, from, to].map(word).join('')
}
