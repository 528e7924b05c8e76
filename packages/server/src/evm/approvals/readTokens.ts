import type { Address } from '@redoubt/risk/address.ts'
import type { TokenMetadata } from '@redoubt/risk/facts/account.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { callData, wordAt } from '../decode/callData.ts'
import { PERMIT2 } from '../decode/grants.ts'
import { tokenMetadata } from '../decode/tokenMetadata.ts'
import type { UsdPrice } from '../market/price.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import type { CallEach } from './readPermissions.ts'

/** An approved token and the owner's holding of it. Null: not known. */
export type ApprovedToken = {
  metadata: TokenMetadata | null
  /** Number of items of an ERC-721 collection. */
  balance: bigint | null
  supply: bigint | null
  /** The owner's allowance to Permit2. */
  toPermit2: bigint | null
}

/** Tokens whose names are asked for; those that a registry lists come first. */
const MAX_NAMED = 600
/** Tokens that are priced: each takes some twenty reads. */
const MAX_PRICED = 50
/** At once: their reads share batches. */
const PRICED_AT_ONCE = 25

export async function readTokens(
  chain: ChainSource,
  ask: CallEach,
  { block, owner, tokens }: { block: PinnedBlock; owner: Address; tokens: readonly Address[] },
  signal: AbortSignal,
): Promise<Map<Address, ApprovedToken>> {
  const metadata = tokens.map((address, at) =>
    at < MAX_NAMED ? tokenMetadata(chain, { block, address }, signal).catch(() => null) : null,
  )
  const answers = await ask(
    tokens.flatMap((to) => [
      { to, data: callData('balanceOf', owner) },
      { to, data: callData('totalSupply') },
      { to, data: callData('allowance', owner, PERMIT2) },
    ]),
  )
  const word = (at: number) => {
    const answer = answers[at] ?? null
    return answer === 'failed' ? null : wordAt(answer)
  }
  return new Map(
    await Promise.all(
      tokens.map(async (token, at): Promise<[Address, ApprovedToken]> => {
        const [balance, supply, toPermit2] = [word(at * 3), word(at * 3 + 1), word(at * 3 + 2)]
        return [token, { metadata: (await metadata[at]) ?? null, balance, supply, toPermit2 }]
      }),
    ),
  )
}

/** Prices of the first tokens, as many as are worth it; null where none is known, absent where none was asked for. */
export async function priceTokens(
  priceOf: (token: Address) => Promise<UsdPrice | null>,
  tokens: readonly Address[],
): Promise<Map<Address, UsdPrice | null>> {
  const prices = new Map<Address, UsdPrice | null>()
  const wanted = tokens.slice(0, MAX_PRICED)
  for (let at = 0; at < wanted.length; at += PRICED_AT_ONCE) {
    const some = wanted.slice(at, at + PRICED_AT_ONCE)
    await Promise.all(
      some.map((token) =>
        priceOf(token).then(
          (price) => prices.set(token, price),
          () => undefined,
        ),
      ),
    )
  }
  return prices
}
