import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { MinedTransaction } from '../rpc/chainSource.ts'
import type { ApprovalStep } from './approvalClaims.ts'
import type { LivePermission } from './readPermissions.ts'

export type Moment = { blockNumber: bigint; hash: Hex }

/**
 * A transfer of a token away from the owner. `operator`: the account that moved it, where the event names it (ERC-1155). Lists
 * are newest first.
 */
export type OutgoingTransfer = Moment & { token: Address; to: Address; amount: bigint; operator: Address | null }

/**
 * `granted`: the last event by which the owner gave the permission. `last`: the spender's last transfer; `maybe`: the last
 * transfer that may be the spender's. `known` false: some transfers were not seen.
 */
export type ApprovalUse = { granted: Moment | null; last: Moment | null; maybe: Moment | null; known: boolean }

/**
 * Attributes transfers to permissions. ERC-20 and ERC-721 transfers do not name their caller. A use shows when the spender
 * received the token, sent the transaction or was called by it, or when the token logged the allowance as reduced by exactly this
 * amount. A transfer that the owner made by calling the token uses no permission; any other transfer may be a use of any live
 * permission.
 * @param departures without zero amounts: any account may move a zero amount of another's tokens.
 * @param from the oldest block whose transfers were read.
 */
export function usesOf(
  live: readonly LivePermission[],
  {
    owner,
    departures,
    transactions,
    from,
  }: {
    owner: Address
    departures: readonly OutgoingTransfer[]
    transactions: ReadonlyMap<Hex, MinedTransaction>
    from: bigint | null
  },
): Map<LivePermission, ApprovalUse> {
  const ofToken = Map.groupBy(departures, ({ token }) => token)
  return new Map(
    live.map((permission) => {
      const { token } = permission.claim
      const moved = ofToken.get(token) ?? []
      return [permission, useOf(permission, { owner, moved, transactions, from })]
    }),
  )
}

function useOf(
  permission: LivePermission,
  {
    owner,
    moved,
    transactions,
    from,
  }: {
    owner: Address
    moved: readonly OutgoingTransfer[]
    transactions: ReadonlyMap<Hex, MinedTransaction>
    from: bigint | null
  },
): ApprovalUse {
  const { spender } = permission
  const { kind, steps } = permission.claim
  // A lookup, not a search: an untrusted token has as many steps and transfers as it likes.
  const amounts = new Set(
    kind === 'amount' && steps.length > 1 ? moved.map(({ hash, amount }) => `${hash}:${amount}`) : [],
  )
  const isSpending = (step: ApprovalStep, before: ApprovalStep | undefined) =>
    kind === 'amount' &&
    before !== undefined &&
    before.after > step.after &&
    amounts.has(`${step.hash}:${before.after - step.after}`)
  const spending = new Set(steps.filter((step, at) => isSpending(step, steps[at - 1])))
  const spendingHashes = new Set([...spending].map(({ hash }) => hash))
  const granted = steps.findLast((step) => step.after > 0n && !spending.has(step)) ?? null
  const first = steps[0]?.blockNumber ?? 0n

  let last: Moment | null = null
  let maybe: Moment | null = null
  // A moved item loses its approval.
  for (const departure of kind === 'token' ? [] : moved) {
    if (last !== null || departure.blockNumber < first) break
    const made = wasMadeBy(spender, departure, transactions.get(departure.hash), owner)
    if (made === 'yes' || spendingHashes.has(departure.hash)) last = momentOf(departure)
    else if (made === 'perhaps') maybe ??= momentOf(departure)
  }
  // The allowance fell, and no seen transfer explains it.
  const isUsed = granted !== null && kind === 'amount' && permission.state.amount < granted.after
  const known = kind === 'token' || (from !== null && from <= first && !(isUsed && last === null))
  return { granted: granted && momentOf(granted), last, maybe, known }
}

function wasMadeBy(
  spender: Address,
  { to, operator, token }: OutgoingTransfer,
  transaction: MinedTransaction | undefined,
  owner: Address,
): 'yes' | 'no' | 'perhaps' {
  if (operator !== null) return operator === spender ? 'yes' : 'no'
  if (transaction?.sender === owner && transaction.to === token) return 'no'
  if (to === spender || transaction?.to === spender || transaction?.sender === spender) return 'yes'
  return 'perhaps'
}

function momentOf({ blockNumber, hash }: Moment): Moment {
  return { blockNumber, hash }
}
