import type { Address } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { famousOf } from '../balances/readTokens.ts'
import { callData, wordAt } from '../decode/callData.ts'
import type { ReadState } from '../decode/readState.ts'
import { tokenMetadata } from '../decode/tokenMetadata.ts'
import { usdPrice } from '../market/usdPrice.ts'
import type { ChainSource } from '../rpc/chainSource.ts'

export type HeldCoin = { token: Address; amount: bigint }

const MAX_NAMED = 4
const MAX_PRICED = 8
const MAX_COINS = 2

/**
 * Returns the richest tokens of an account after the transaction, those that the call names first: the chain’s most famous
 * ones are asked for in one batch, as nothing of the past may be readable.
 */
export async function heldCoins(
  { chain, readAfter }: { chain: ChainSource; readAfter: ReadState },
  { block, holder, named }: { block: PinnedBlock; holder: Address; named: readonly Address[] },
  signal: AbortSignal,
): Promise<HeldCoin[]> {
  const asked = named.slice(0, MAX_NAMED)
  const tokens = [...new Set([...asked, ...famousOf(chain)])]
  const answers = await readAfter(
    tokens.map((token) => ({ to: token, data: callData('balanceOf', holder) })),
    signal,
  )
  const held = tokens
    .map((token, at) => ({ token, amount: wordAt(answers[at] ?? null) ?? 0n }))
    .filter(({ amount }) => amount > 0n)
    .slice(0, MAX_PRICED)
  const worths = await Promise.all(
    held.map(async ({ token, amount }) => {
      const [price, metadata] = await Promise.all([
        usdPrice(chain, { block, asset: token }, signal).catch(() => null),
        tokenMetadata(chain, { block, address: token }, signal).catch(() => null),
      ])
      return price === null ? 0 : (Number(amount) / 10 ** (metadata?.decimals ?? 18)) * price.usd
    }),
  )
  signal.throwIfAborted()
  const worthOf = new Map(held.map(({ token }, at) => [token, worths[at] ?? 0]))
  return held
    .toSorted(
      (a, b) =>
        Number(asked.includes(b.token)) - Number(asked.includes(a.token)) ||
        (worthOf.get(b.token) ?? 0) - (worthOf.get(a.token) ?? 0),
    )
    .slice(0, MAX_COINS)
}
