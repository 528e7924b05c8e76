import type { WalletTransfer } from '@redoubt/risk/facts/walletHistory.ts'
import type { Address, Hex } from '@redoubt/risk/facts.ts'
import { type Transfer, transfersOf } from '../decode/transfers.ts'
import type { ChainLog } from '../rpc/chainSource.ts'

/** An asset that moved in or out of the wallet at some time, and the transactions that moved it, newest first. */
export type AssetMoved = {
  token: Address
  standard: Transfer['standard']
  /** Ids that ever came; empty for fungible tokens. Newest first. */
  tokenIds: bigint[]
  movedBy: Hex[]
  /** The first transaction that brought it; null when only departures are known. */
  broughtBy: Hex | null
}

type Move = Pick<Transfer, 'standard' | 'token' | 'tokenId'> & { hash: Hex; incoming: boolean; order: bigint }

/** Logs of one block keep their order. */
const PER_BLOCK = 1_000_000n

/**
 * Every asset that the history or the logs know to have moved, the latest movement first. Anybody can log anything: what the
 * wallet really holds is for the token's own state to tell.
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
    // Newest first: the last one seen is the first that happened.
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
