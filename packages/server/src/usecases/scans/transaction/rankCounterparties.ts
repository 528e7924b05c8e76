import type { Address } from '@redoubt/risk/address.ts'
import { genuineLabel } from '@redoubt/risk/contract/genuine.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import type { BalanceChange } from '@redoubt/risk/facts/changes.ts'
import type { CallFrame, Simulation } from '@redoubt/risk/facts/execution.ts'

const SCALE = 10n ** 12n

/**
 * Every account other than the principals whose holdings change, each once, those that matter first: who gains most of
 * what a principal loses, then who gains anything else, then the rest. A sender of dust to many cannot push the one who
 * gets the assets out of sight. Ties by address, so that the order never depends on the rows'.
 */
export function rankCounterparties(rows: readonly BalanceChange[], principals: readonly Address[]): Address[] {
  const isOurs = ({ account }: BalanceChange) => principals.includes(account)
  const lost = new Map<string, bigint>()
  for (const row of rows)
    if (isOurs(row) && row.change < 0n) lost.set(assetOf(row), (lost.get(assetOf(row)) ?? 0n) - row.change)
  const weights = new Map<Address, bigint>()
  for (const row of rows) {
    if (row.account === principals[0]) continue
    const loss = lost.get(assetOf(row))
    // 1 for another gain, and above it the share of a loss: amounts of different assets cannot be compared.
    const weight = row.change <= 0n ? 0n : loss === undefined ? 1n : 2n + (row.change * SCALE) / loss
    const before = weights.get(row.account) ?? 0n
    weights.set(row.account, weight > before ? weight : before)
  }
  return [...weights]
    .sort(([a, x], [b, y]) => (x === y ? (a < b ? -1 : 1) : x > y ? -1 : 1))
    .map(([address]) => address)
}

/** Whether the account gains an asset that a principal loses. */
export function gainsOurs(rows: readonly BalanceChange[], principals: readonly Address[], address: Address): boolean {
  const lost = new Set(
    rows.filter(({ account, change }) => principals.includes(account) && change < 0n).map((row) => assetOf(row)),
  )
  return rows.some((row) => row.account === address && row.change > 0n && lost.has(assetOf(row)))
}

function assetOf({ assetType, address, tokenId }: BalanceChange): string {
  return `${assetType} ${address} ${tokenId}`
}

const MAX = 24

/** Accounts whose code or balance a call tree goes to, in order, each once and at most 24. */
export function calledAccounts({ trace }: Pick<Simulation, 'trace'>): Address[] {
  const found = new Set<Address>()
  const visit = (frame: CallFrame) => {
    if (found.size >= MAX) return
    if (frame.to !== null) found.add(frame.to)
    frame.calls.forEach(visit)
  }
  if (trace !== null) visit(trace)
  return [...found].slice(0, MAX)
}

/**
 * A contract whose name stands for what its operators may change: well-known tokens and protocols by a source that is
 * sure of it, pools with a known exchange's code, relays that keep nothing, and wallets, whose owners are who signs.
 */
export function isTrusted(account: Account): boolean {
  if (account.kind?.type === 'safe' || account.kind?.type === 'smart-account') return true
  if (genuineLabel(account)?.confidence === 'high') return true
  return account.labels.some(
    ({ category, confidence }) => confidence === 'high' && (category === 'pool' || category === 'open-executor'),
  )
}
