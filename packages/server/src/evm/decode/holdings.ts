import type { Address, Hex } from '@redoubt/risk/address.ts'
import { addressAt, callData, type Read, wordAt } from './callData.ts'
import type { Transfer } from './emittedLogs.ts'
import type { ReadState } from './readState.ts'

/** One account's holding of one fungible token, one id of an ERC-1155, or one ERC-721 token. */
export type Holding = {
  account: Address
  standard: Transfer['standard']
  token: Address
  tokenId: bigint | null
  /** Sum of the logs' claims; 0 for an unlogged holding whose contract's storage changed. */
  claimed: bigint
}
/** A holding with the token's own answers. Null where a read gave no answer. */
export type ConfirmedHolding = Holding & { before: bigint | null; after: bigint | null; change: bigint }

/** Reads in all; holdings beyond it keep what the logs claim, with `before` and `after` unknown. */
const MAX_READS = 200
/** Interest of rebasing tokens between the pinned block and the next one is below this share of the holding. */
const INTEREST_SHARE = 1_000_000n

/** Sums the transfers by account and asset; an ERC-721 token is its own asset. */
export function claimedHoldings(transfers: readonly Transfer[]): Map<string, Holding> {
  const holdings = new Map<string, Holding>()
  const add = (account: Address, { standard, token, tokenId }: Transfer, amount: bigint) => {
    const key = holdingKey(token, account, tokenId)
    const holding = holdings.get(key)
    if (holding === undefined) holdings.set(key, { account, standard, token, tokenId, claimed: amount })
    else holding.claimed += amount
  }
  for (const transfer of transfers) {
    add(transfer.from, transfer, -transfer.amount)
    add(transfer.to, transfer, transfer.amount)
  }
  return holdings
}

export function holdingKey(token: Address, account: Address, tokenId: bigint | null): string {
  return `${token}:${account}:${tokenId ?? ''}`
}

/**
 * Confirms holdings against the token's own state before and after: events are free text, so a transfer that no balance
 * shows did not happen, and a fee or a rebase shows as what was really received. Holdings come in order of importance.
 */
export async function confirmHoldings(
  holdings: readonly Holding[],
  { readBefore, readAfter }: { readBefore: ReadState; readAfter: ReadState | null },
  signal: AbortSignal,
): Promise<ConfirmedHolding[]> {
  const read = holdings.slice(0, MAX_READS)
  const reads = read.map(readOf)
  const [before, after] = await Promise.all([
    readBefore(reads, signal),
    readAfter === null ? reads.map(() => null) : readAfter(reads, signal),
  ])
  return holdings.map((holding, index) =>
    confirm(holding, amountOf(holding, before[index] ?? null), amountOf(holding, after[index] ?? null)),
  )
}

function readOf({ standard, token, account, tokenId }: Holding): Read {
  if (tokenId === null) return { to: token, data: callData('balanceOf', account) }
  if (standard === 'erc721') return { to: token, data: callData('ownerOf', tokenId) }
  return { to: token, data: callData('balanceOfId', account, tokenId) }
}

/** An ERC-721 token is held once or not at all. `ownerOf` of a burnt or unminted one reverts: that reads as unknown. */
function amountOf({ standard, account }: Holding, answer: Hex | null): bigint | null {
  if (standard !== 'erc721') return wordAt(answer)
  const owner = addressAt(answer)
  return owner === null ? null : owner === account ? 1n : 0n
}

function confirm(holding: Holding, before: bigint | null, after: bigint | null): ConfirmedHolding {
  const { claimed } = holding
  if (before !== null && after !== null) {
    const change = after - before
    const interest = claimed === 0n && (change < 0n ? -change : change) * INTEREST_SHARE < before
    return { ...holding, before, after, change: interest ? 0n : change }
  }
  if (holding.standard === 'erc721') return confirmNft(holding, before, after)
  const expected = before === null ? null : before + claimed
  const start = after === null ? null : after - claimed
  return {
    ...holding,
    before: before ?? (start !== null && start >= 0n ? start : null),
    after: after ?? (expected !== null && expected >= 0n ? expected : null),
    change: claimed,
  }
}

/** Mints and burns have no owner on one side; what the other side says must fit the claim. */
function confirmNft(holding: Holding, before: bigint | null, after: bigint | null): ConfirmedHolding {
  const change = holding.claimed > 0n ? 1n : holding.claimed < 0n ? -1n : 0n
  const contradicted = change > 0n ? before === 1n || after === 0n : before === 0n || after === 1n
  const seen = before !== null || after !== null
  return {
    ...holding,
    before: before ?? (seen ? (change > 0n ? 0n : 1n) : null),
    after: after ?? (seen ? (change > 0n ? 1n : 0n) : null),
    change: contradicted ? 0n : change,
  }
}
