import type { Address } from '../address.ts'
import type { BalanceChange } from '../facts/changes.ts'
import type { Payee } from './shapes.ts'

/** A part of a change of holding, and the payments of the call data that may explain it. */
export type Part = {
  row: BalanceChange
  payees: readonly Payee[]
  /** What plainly went to others beside it: those who gain no more than that gain nothing of this part. */
  besides?: readonly Payee[]
}

/**
 * Splits the payments of a bundle off the sums of its calls: buying a token and sending some of it to a friend does not make the
 * purchase smaller. Only payments that arrive count, whose receivers gain as much of the asset.
 */
export function splitPayments(
  row: BalanceChange,
  payees: readonly Payee[],
  balanceChanges: readonly BalanceChange[],
): Part[] {
  const { address, tokenId, change } = row
  if (tokenId !== null) return [{ row, payees }]
  const arrived = (one: Payee) =>
    balanceChanges.some((its) => its.account === one.address && its.address === address && its.change >= one.amount)
  const ofAsset = payees.filter((one) => one.asset === address && one.tokenId === null)
  // Two payments to one account are one gain.
  const paid = [...sumsByReceiver(ofAsset)].map(([receiver, amount]): Payee => {
    return { address: receiver, asset: address, tokenId: null, amount }
  })
  const plain = paid.filter(arrived)
  const sum = plain.reduce((total, { amount }) => total + amount, 0n)
  if (sum === 0n || change === -sum) return [{ row, payees }]
  const others = payees.filter((one) => !(one.asset === address && plain.some((its) => its.address === one.address)))
  return [
    { row: partOf(row, change + sum), payees: others, besides: plain },
    { row: partOf(row, -sum), payees: plain },
  ]
}

function sumsByReceiver(payees: readonly Payee[]): Map<Address, bigint> {
  const sums = new Map<Address, bigint>()
  for (const { address, amount } of payees) sums.set(address, (sums.get(address) ?? 0n) + amount)
  return sums
}

function partOf(row: BalanceChange, change: bigint): BalanceChange {
  const usd = row.changeUsd === null ? null : (row.changeUsd * Number(change)) / Number(row.change)
  return { ...row, change, changeUsd: usd }
}
