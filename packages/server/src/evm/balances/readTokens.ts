import type { Address } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { famousTokens } from '../../intel/lookup/famousTokens.ts'
import { packToken } from '../../intel/pack/packTables.ts'
import { callData, wordAt } from '../decode/callData.ts'
import { readStateBefore } from '../decode/readState.ts'
import { tokenMetadata } from '../decode/tokenMetadata.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import type { AssetMoved } from './assetsMoved.ts'

/** Limit of tokens whose balance is read, newest first; a wallet that gets many airdrops has thousands. */
const MAX_TOKENS = 400
/** Limit of tokens that are described and shown. */
const MAX_HELD = 200

export type HeldToken = {
  token: Address
  symbol: string | null
  name: string | null
  decimals: number | null
  balance: bigint
  listed: boolean
}

/**
 * Tokens that the account holds at the block: of those that ever moved, and of the chain's most famous ones, which are asked
 * for in the same batch, so that they are found where nothing of the past can be read. Texts of listed tokens are the
 * registry's, decimals the contract's own. `complete` false: more had moved than were read.
 */
export async function readTokens(
  chain: ChainSource,
  { block, address, assets }: { block: PinnedBlock; address: Address; assets: readonly AssetMoved[] },
  signal: AbortSignal,
): Promise<{ tokens: HeldToken[]; complete: boolean; unread: number }> {
  const moved = assets.filter(({ standard }) => standard === 'erc20').map(({ token }) => token)
  const candidates = new Set([...famousOf(chain), ...moved.slice(0, MAX_TOKENS)])
  const tokens = [...candidates]
  const answers = await readStateBefore(chain, block)(
    tokens.map((token) => ({ to: token, data: callData('balanceOf', address) })),
    signal,
  )
  const balances = tokens.map((token, at) => ({ token, balance: wordAt(answers[at] ?? null) }))
  const held = balances.filter((one): one is { token: Address; balance: bigint } => (one.balance ?? 0n) > 0n)
  // A famous token that this chain does not have answers nothing, and is no gap; a token that moved is one.
  const unread = balances.filter(({ token, balance }) => balance === null && moved.includes(token)).length
  const described = held.slice(0, MAX_HELD).map(async ({ token, balance }): Promise<HeldToken[]> => {
    const metadata = await tokenMetadata(chain, { block, address: token }, signal).catch(() => null)
    signal.throwIfAborted()
    // Only the ERC-165 answer tells a token from a collection without indexed ids.
    if (metadata !== null && metadata.standard !== 'erc20') return []
    const listed = packToken(chain.chain, token)
    const { symbol = null, name = null } = listed ?? metadata ?? {}
    const decimals = metadata?.decimals ?? listed?.decimals ?? null
    return [{ token, symbol, name, decimals, balance, listed: listed !== null || famousOf(chain).has(token) }]
  })
  return {
    tokens: (await Promise.all(described)).flat(),
    complete: moved.length <= MAX_TOKENS && held.length <= MAX_HELD,
    unread,
  }
}

const famous = new Map<string, ReadonlySet<Address>>()

/** The chain's most famous tokens. */
export function famousOf({ chain }: Pick<ChainSource, 'chain'>): ReadonlySet<Address> {
  const known = famous.get(chain)
  if (known) return known
  const made = new Set(
    famousTokens().flatMap((token) => (token.chain === chain && token.address !== null ? [token.address] : [])),
  )
  famous.set(chain, made)
  return made
}
