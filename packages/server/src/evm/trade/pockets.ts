import { createHash } from 'node:crypto'
import type { Address } from '@redoubt/risk/address.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { nextBlock } from '../simulation/engine/hardfork.ts'
import type { TradeContext, TradePlan } from './tradeContext.ts'

/** Balance of the poorest new account, and how often it doubles up to the richest: 0.05 to 200 coins, as wallets have. */
const MIN = 5n * 10n ** 16n
const DOUBLINGS = 12n
/** Tips that wallets offer, in wei. */
const MIN_TIP = 50_000_000n
const TIPS = 2_500_000_000n
/** Percent by which gas limits differ at most: no wallet estimates a round number. */
const GAS_SPREAD = 15n

/**
 * What a new account has, by its address: one sum for all of them is what a token would know simulations by. The same for every
 * scan of a block, as the address is.
 */
export function initialBalanceOf(account: Address): bigint {
  const seed = seedOf(account, 'pocket')
  const least = MIN << (seed % DOUBLINGS)
  return least + ((seed >> 8n) % least)
}

/** Returns the call as its sender's wallet would send it: with its own fee and gas limit, not the same for all. */
export function asWallet({ block }: TradeContext, call: Transaction): Transaction {
  const seed = seedOf(call.from, 'wallet')
  const gasPrice = nextBlock(block).baseFeePerGas + MIN_TIP + (seed % TIPS)
  const { gas } = call
  if (gas === undefined) return { ...call, gasPrice }
  return { ...call, gasPrice, gas: gas - (gas * ((seed >> 64n) % (GAS_SPREAD * 100n))) / 10_000n }
}

/**
 * What those who send something in these trades have on the chain: who really has money keeps it, since a token may look at
 * it. What cannot be read is left out.
 */
export async function ownBalances(
  { chain, block, prelude, signal }: TradeContext,
  plans: readonly TradePlan[],
): Promise<ReadonlyMap<Address, bigint>> {
  const senders = plans.flatMap(({ account, buyers = [], before = [], between = [] }) => [
    account,
    ...buyers.map((buyer) => buyer.account),
    ...[...before, ...between].map(({ from }) => from),
  ])
  const accounts = [...new Set([...senders, ...prelude.map(({ from }) => from)])]
  const read = await Promise.all(
    accounts.map(async (account): Promise<[Address, bigint][]> => {
      const balance = await chain.balance(block, account, signal).catch(() => null)
      return balance === null ? [] : [[account, balance]]
    }),
  )
  return new Map(read.flat())
}

function seedOf(account: Address, what: string): bigint {
  return BigInt(`0x${createHash('sha256').update(`${what}:${account.toLowerCase()}`).digest('hex')}`)
}

const COIN = 10n ** 18n

/** Beyond which a wallet is rich, and below which it is poor. */
const RICH = 5n * COIN

const POOR = COIN / 5n

const MAX_TRIED = 64

/** Returns a new account that is poor where the ordinary buyer is rich, and the reverse: a token may let only one of them sell. */
export function otherBuyer({ fresh }: Pick<TradeContext, 'fresh'>): Address {
  const isRich = initialBalanceOf(fresh('buyer')) >= COIN
  const names = Array.from({ length: MAX_TRIED }, (_, index) => fresh(`other buyer ${index}`))
  const other = names.find((account) => (isRich ? initialBalanceOf(account) < POOR : initialBalanceOf(account) > RICH))
  return other ?? fresh('other buyer')
}
