import type { Address, BalanceChange, Movement, Movements, Payee, Transaction } from '../facts.ts'

/** What the principals lose and gain, joined with who gains it and with whether the call names the asset. */
export function deriveMovements(input: {
  transaction: Transaction
  principals: readonly Address[]
  payees: readonly Payee[]
  balanceChanges: readonly BalanceChange[]
}): Movements {
  const { principals, balanceChanges } = input
  const ours = balanceChanges.filter(({ account, change }) => change !== 0n && principals.includes(account))
  const lost = ours.filter(({ change }) => change < 0n)
  const gained = ours.filter(({ change }) => change > 0n)
  return {
    lost: lost.map((row) => movementOf(row, howLost(row, input), takersOf(row, balanceChanges, principals))),
    gained: gained.map((row) => movementOf(row, 'received', [])),
  }
}

function movementOf(row: BalanceChange, how: Movement['how'], takers: Address[]): Movement {
  const { account, assetType, address, tokenId, symbol, decimals, before, change, changeUsd } = row
  const amount = change < 0n ? -change : change
  const usd = changeUsd === null ? null : Math.abs(changeUsd)
  return { account, assetType, address, tokenId, symbol, decimals, amount, before, usd, how, takers }
}

function howLost(
  row: BalanceChange,
  input: { transaction: Transaction; payees: readonly Payee[]; balanceChanges: readonly BalanceChange[] },
): Movement['how'] {
  const { transaction, payees } = input
  const sent = payees.some(({ asset, tokenId }) => asset === row.address && (tokenId ?? row.tokenId) === row.tokenId)
  if (sent) return 'sent'
  // A Safe pays from its own balance: what its transaction attaches is in the decoded call, not in the outer value.
  if (row.address === null) return transaction.value > 0n || row.account !== transaction.from ? 'paid' : 'taken'
  const named =
    row.address === transaction.to ||
    transaction.data.toLowerCase().includes(row.address.slice(2)) ||
    paysForShares(row, input)
  return named ? 'paid' : 'taken'
}

/**
 * A deposit (ERC-4626 and its kin) names the exact amount and not the token, and gives shares that the called contract
 * itself issues. A drain that forges all of it looks like a worthless vault, which is for other detectors to say.
 */
function paysForShares(
  row: BalanceChange,
  { transaction, balanceChanges }: { transaction: Transaction; balanceChanges: readonly BalanceChange[] },
): boolean {
  const amount = (-row.change).toString(16).padStart(64, '0')
  const shares = balanceChanges.some(
    ({ account, address, change }) => account === row.account && address === transaction.to && change > 0n,
  )
  return shares && row.assetType === 'erc20' && transaction.data.slice(10).includes(amount)
}

function takersOf(lost: BalanceChange, rows: readonly BalanceChange[], principals: readonly Address[]): Address[] {
  return rows
    .filter((row) => row.address === lost.address && row.assetType === lost.assetType && row.tokenId === lost.tokenId)
    .filter((row) => row.change > 0n && !principals.includes(row.account))
    .sort((a, b) => (a.change === b.change ? (a.account < b.account ? -1 : 1) : a.change > b.change ? -1 : 1))
    .map(({ account }) => account)
}
