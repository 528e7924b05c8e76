import type { Address, Hex } from '@redoubt/risk/address.ts'

/** Where it happened. */
type Place = {
  wallet: Address
  hash: Hex
  /** In the block, as nodes number them; null of what a transaction does without a log. */
  logIndex: number | null
  /** What it is within its transaction, whichever block that is in. */
  position: string
  /** Who sent the transaction. */
  initiator: Address
  /** A log of a token that no registry lists, in a transaction that is not the wallet's: the token's word alone. */
  claimed: boolean
  /** A call inside the transaction did it: its trace says so, and nothing else. */
  inside?: true
  /** Number of further activities of the wallet in the transaction, too many to be reported. */
  leftOut?: number
}

/** What a log says was moved; one item of it. */
export type Transfer = {
  standard: 'erc20' | 'erc721' | 'erc1155'
  token: Address
  from: Address
  to: Address
  tokenId: bigint | null
  amount: bigint
}
/** What a log says a permission is from now on. `operator`: of a whole collection. */
export type Grant = {
  kind: 'amount' | 'token' | 'operator' | 'permit2'
  token: Address
  owner: Address
  spender: Address
  tokenId: bigint | null
  after: bigint
  /** Unix seconds; of Permit2 only. */
  expiration: bigint | null
}

/** Coins and fungible tokens; `token` null: the network's coin. */
export type TransferActivity = Place & {
  kind: 'transfer'
  counterparty: Address
  direction: 'in' | 'out'
  token: Address | null
  amount: bigint
}
export type NftActivity = Place & {
  kind: 'nft'
  counterparty: Address
  direction: 'in' | 'out'
  token: Address
  standard: 'erc721' | 'erc1155'
  /** Null: they are too many to be read. */
  items: { tokenId: bigint; amount: bigint }[] | null
}
/** The wallet called a contract. */
export type CallActivity = Place & { kind: 'call'; counterparty: Address; direction: 'out'; selector: Hex }
/** The wallet signed whose code runs in its place (EIP-7702), with the nonce that this uses up; `delegate` null: the delegation ends. */
export type DelegationActivity = Place & { kind: 'delegation'; delegate: Address | null; nonce: bigint }
export type ApprovalActivity = Place & {
  kind: 'approval'
  grant: Grant
  /** What the transaction took of the same token out of the wallet. */
  moved: { amount: bigint; tokenId: bigint | null }[]
}

/** Something that an address did, or that was done to it. */
export type Activity = TransferActivity | NftActivity | CallActivity | DelegationActivity | ApprovalActivity

/** What an approval log amounts to: `nothing` when a spender used its permission up, or when all is as it was. */
export type ApprovalMeaning = 'new' | 'revoked' | 'nothing'

/**
 * Returns what an approval log means. Old tokens log the rest of an allowance each time it is used, and items lose their
 * approval when they move: neither is an act of the owner. Both show in what was moved in the same transaction.
 * @param before what the permission was just before; null: it could not be read, and the alert is sent all the same.
 */
export function approvalMeaning(
  { grant: { kind, after, tokenId }, moved }: Pick<ApprovalActivity, 'grant' | 'moved'>,
  before: bigint | null,
): ApprovalMeaning {
  if (before === after) return 'nothing'
  if (kind === 'token') {
    if (after > 0n) return 'new'
    return moved.some((one) => one.tokenId === tokenId) ? 'nothing' : 'revoked'
  }
  if (kind !== 'operator' && before !== null && after < before) {
    const [used, all] = [before - after, moved.reduce((sum, { amount }) => sum + amount, 0n)]
    if (all === used || moved.some(({ amount }) => amount === used)) return 'nothing'
  }
  return after > 0n ? 'new' : 'revoked'
}

/** One permission, whatever it is worth. An item has one spender at a time. */
export function permissionKey({ kind, token, owner, spender, tokenId }: Grant): string {
  return [kind, token, owner, kind === 'token' ? tokenId : spender].join(':')
}

/** Something that moved, as the address sees it that is asked about. */
export type Moved = { isOut: boolean; amount: bigint }

/** The order in which payments are told when not all can be: what leaves before what comes, and the largest first. */
export function compareOutgoingFirst(a: Moved, b: Moved): number {
  if (a.isOut !== b.isOut) return a.isOut ? -1 : 1
  if (a.amount === b.amount) return 0
  return a.amount > b.amount ? -1 : 1
}
