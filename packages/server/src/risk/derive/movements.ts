import type { Address, BalanceChange, Movement, Movements, Payee, Simulation, Transaction } from '../facts.ts'
import { nativeFlow } from './nativeFlow.ts'

/**
 * What the principals lose and gain, joined with who gains it and with whether the call names the asset. The native
 * amounts come from the call tree, because a balance also pays the network fee; without a tree the largest possible fee
 * is left out of account.
 */
export function deriveMovements(input: {
  transaction: Transaction
  principals: readonly Address[]
  payees: readonly Payee[]
  simulation: Simulation
  balanceChanges: readonly BalanceChange[]
  /** Wei; what the network takes at most. */
  highestFee: bigint
}): Movements {
  const { principals, simulation, transaction } = input
  const flow = simulation.success && simulation.trace ? nativeFlow(simulation.trace) : null
  const rows = input.balanceChanges.map((row) => (row.assetType === 'native' ? withoutFee(row) : row))
  const calldata = transaction.data.toLowerCase()

  function withoutFee(row: BalanceChange): BalanceChange {
    const fee = row.account === transaction.from ? input.highestFee : 0n
    const change = flow ? (flow.get(row.account) ?? 0n) : row.change < 0n ? minimum(row.change + fee, 0n) : row.change
    return { ...row, change, changeUsd: scale(row.changeUsd, change, row.change) }
  }

  function howLost(row: BalanceChange): Movement['how'] {
    const sent = input.payees.some(
      ({ asset, tokenId }) => asset === row.address && (tokenId ?? row.tokenId) === row.tokenId,
    )
    if (sent) return 'sent'
    if (row.address === null) return transaction.value > 0n || row.account !== transaction.from ? 'paid' : 'taken'
    const named = row.address === transaction.to || calldata.includes(row.address.slice(2))
    return named ? 'paid' : 'taken'
  }

  const ours = rows.filter(({ account, change }) => change !== 0n && principals.includes(account))
  const movement = (row: BalanceChange, how: Movement['how']): Movement => ({
    account: row.account,
    assetType: row.assetType,
    address: row.address,
    tokenId: row.tokenId,
    symbol: row.symbol,
    decimals: row.decimals,
    amount: row.change < 0n ? -row.change : row.change,
    before: row.before,
    usd: row.changeUsd === null ? null : Math.abs(row.changeUsd),
    how,
    takers: how === 'received' ? [] : takersOf(row, rows, principals),
  })
  return {
    lost: ours.filter(({ change }) => change < 0n).map((row) => movement(row, howLost(row))),
    gained: ours.filter(({ change }) => change > 0n).map((row) => movement(row, 'received')),
  }
}

function takersOf(lost: BalanceChange, rows: readonly BalanceChange[], principals: readonly Address[]): Address[] {
  return rows
    .filter((row) => row.address === lost.address && row.assetType === lost.assetType && row.tokenId === lost.tokenId)
    .filter((row) => row.change > 0n && !principals.includes(row.account))
    .sort((a, b) => (a.change === b.change ? (a.account < b.account ? -1 : 1) : a.change > b.change ? -1 : 1))
    .map(({ account }) => account)
}

function minimum(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}

function scale(usd: number | null, part: bigint, whole: bigint): number | null {
  return usd === null || whole === 0n ? null : usd * (Number(part) / Number(whole))
}
