import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { WalletTransfer } from '@redoubt/risk/facts/walletHistory.ts'
import { type Transfer, transfersOf } from '../decode/emittedLogs.ts'
import type { ChainLog } from '../rpc/chainSource.ts'

/** An asset that once moved in or out of the wallet, and the transactions that moved it, newest first. */
export type AssetMoved = {
  token: Address
  standard: Transfer['standard']
  /** Ids that ever arrived; empty for fungible tokens. Newest first. */
  tokenIds: bigint[]
  movedBy: Hex[]
  /** The first transaction that brought it in; null when only departures are known. */
  broughtBy: Hex | null
}

type Move = Pick<Transfer, 'standard' | 'token' | 'tokenId'> & { hash: Hex; incoming: boolean; order: bigint }

/** Keeps the order of logs within one block. */
const PER_BLOCK = 1_000_000n

/**
 * Lists every asset that moved by the history or the logs, the latest movement first. Any contract can log anything, so only the
 * token's own state tells the wallet's holding.
 * @param wallet lower case.
 */
export function assetsMoved(
  wallet: Address,
  { transfers, logs }: { transfers: readonly WalletTransfer[]; logs: readonly ChainLog[] },
): AssetMoved[] {
  const moves = [...transfers.flatMap(ofHistory), ...logs.flatMap((log) => ofLog(wallet, log))].sort((a, b) =>
    a.order === b.order ? 0 : a.order > b.order ? -1 : 1,
  )
  const assets = new Map<string, AssetMoved & { ids: Set<bigint>; by: Set<Hex> }>()
  for (const { standard, token, tokenId, hash, incoming } of moves) {
    const key = `${standard}:${token}`
    const known = assets.get(key)
    const asset = known ?? { token, standard, broughtBy: null, ...lists(), ids: new Set(), by: new Set() }
    assets.set(key, asset)
    asset.by.add(hash)
    if (incoming && tokenId !== null) asset.ids.add(tokenId)
    // Newest first: the last one in the list happened first.
    if (incoming) asset.broughtBy = hash
  }
  return [...assets.values()].map(({ ids, by, ...asset }) => ({ ...asset, tokenIds: [...ids], movedBy: [...by] }))
}

const lists = (): { tokenIds: bigint[]; movedBy: Hex[] } => ({ tokenIds: [], movedBy: [] })

function ofHistory({ assetType, token, tokenId, hash, direction, blockNumber }: WalletTransfer): Move[] {
  if (assetType === 'native' || token === null) return []
  return [{ standard: assetType, token, tokenId, hash, incoming: direction === 'in', order: blockNumber * PER_BLOCK }]
}

function ofLog(wallet: Address, log: ChainLog): Move[] {
  const order = log.blockNumber * PER_BLOCK + BigInt(log.logIndex)
  return transfersOf([{ ...log, selector: '0x' }]).flatMap(({ standard, token, tokenId, from, to }): Move[] => {
    const move = { standard, token, tokenId, hash: log.transactionHash, order }
    return to === wallet ? [{ ...move, incoming: true }] : from === wallet ? [{ ...move, incoming: false }] : []
  })
}
