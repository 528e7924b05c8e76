import type { Address } from '@redoubt/risk/address.ts'
import type { FoundNft } from '@redoubt/risk/facts/holdings.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { addressAt, callData, wordAt } from '../decode/callData.ts'
import type { ReadState } from '../decode/readState.ts'
import { readStateBefore } from '../decode/readState.ts'
import { tokenMetadata } from '../decode/tokenMetadata.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import type { AssetMoved } from './assetsMoved.ts'

const MAX_COLLECTIONS = 60
/** Ids read per collection; beyond it, the collection's own count says how many there are. */
const MAX_IDS = 100
const MAX_IDS_SHOWN = 50

export type HeldItems = Pick<FoundNft, 'contract' | 'name' | 'standard' | 'count' | 'tokenIds'>

/**
 * Reads the items that the account holds at the block. Every id that ever arrived is read again, since logs tell past and
 * invented transfers. `count` is the sum that the collection confirms; for an ERC-721 collection with more ids than are known,
 * its `balanceOf`. Collections with nothing left are not listed.
 */
export async function readItems(
  chain: ChainSource,
  { block, address, assets }: { block: PinnedBlock; address: Address; assets: readonly AssetMoved[] },
  signal: AbortSignal,
): Promise<{ items: HeldItems[]; complete: boolean }> {
  const collections = assets.filter(({ standard }) => standard !== 'erc20')
  const read = readStateBefore(chain, block)
  const held = await Promise.all(
    collections.slice(0, MAX_COLLECTIONS).map(async (asset): Promise<HeldItems[]> => {
      const confirmed = await (asset.standard === 'erc721' ? readPieces : readEditions)(read, address, asset, signal)
      if (confirmed === null || confirmed.count === 0n) return []
      const metadata = await tokenMetadata(chain, { block, address: asset.token }, signal).catch(() => null)
      signal.throwIfAborted()
      const standard = asset.standard === 'erc721' ? 'erc721' : 'erc1155'
      return [{ contract: asset.token, name: metadata?.name ?? null, standard, ...confirmed }]
    }),
  )
  return { items: held.flat(), complete: collections.length <= MAX_COLLECTIONS }
}

type Confirmed = Pick<FoundNft, 'count' | 'tokenIds'>

async function readPieces(
  read: ReadState,
  owner: Address,
  { token, tokenIds }: AssetMoved,
  signal: AbortSignal,
): Promise<Confirmed | null> {
  const asked = tokenIds.slice(0, MAX_IDS)
  const [balance, ...owners] = await read(
    [callData('balanceOf', owner), ...asked.map((id) => callData('ownerOf', id))].map((data) => ({ to: token, data })),
    signal,
  )
  const mine = asked.filter((_, at) => addressAt(owners[at] ?? null) === owner)
  const said = wordAt(balance ?? null)
  // A bare `balanceOf` counts only if one item was confirmed, or if some ids were not read.
  const believed = said !== null && (mine.length > 0 || tokenIds.length > MAX_IDS) ? said : 0n
  const count = believed > BigInt(mine.length) ? believed : BigInt(mine.length)
  return { count, tokenIds: mine.sort(ascending).slice(0, MAX_IDS_SHOWN) }
}

async function readEditions(
  read: ReadState,
  owner: Address,
  { token, tokenIds }: AssetMoved,
  signal: AbortSignal,
): Promise<Confirmed | null> {
  const asked = tokenIds.slice(0, MAX_IDS)
  const answers = await read(
    asked.map((id) => ({ to: token, data: callData('balanceOfId', owner, id) })),
    signal,
  )
  const amounts = asked.map((id, at) => ({ id, amount: wordAt(answers[at] ?? null) ?? 0n }))
  const mine = amounts.filter(({ amount }) => amount > 0n)
  return {
    count: mine.reduce((sum, { amount }) => sum + amount, 0n),
    tokenIds: mine
      .map(({ id }) => id)
      .sort(ascending)
      .slice(0, MAX_IDS_SHOWN),
  }
}

const ascending = (a: bigint, b: bigint) => (a < b ? -1 : a > b ? 1 : 0)
