import type { Address } from '../address.ts'
import type { BalanceChange } from '../facts/changes.ts'
import type { Loss, Movement } from './shapes.ts'

const MAX_HOPS = 6

/**
 * Whether a loss buys what its owner receives, through exchanges: an account that takes it gives up or issues another asset, which
 * the next account takes for a third one, until the last gives the owner an asset of its own. Accounts that only pass assets on
 * have no change of holding and are no hop. A taker that itself issues what the owner gets is no exchange.
 */
export function isRouted(
  loss: Loss,
  { gained, balanceChanges }: { gained: readonly Movement[]; balanceChanges: readonly BalanceChange[] },
): boolean {
  const received = gained.filter(({ account }) => account === loss.account)
  const givesTo = (giver: Address): boolean =>
    balanceChanges.some(
      (row) => row.account === giver && row.change < 0n && received.some((gain) => isSameAsset(row, gain)),
    )
  const seen = new Set<Address>(loss.takers)
  let hop: Address[] = loss.takers
  for (let count = 0; count < MAX_HOPS && hop.length > 0; count++) {
    if (hop.some(givesTo)) return true
    hop = hop.flatMap((giver) => nextHolders(giver, balanceChanges)).filter((one) => !seen.has(one))
    for (const one of hop) seen.add(one)
  }
  return false
}

/** Accounts that gain an asset which the giver gives up, or which it issues. */
function nextHolders(giver: Address, rows: readonly BalanceChange[]): Address[] {
  const given = rows.filter(({ account, change }) => account === giver && change < 0n)
  return rows
    .filter(({ account, change }) => change > 0n && account !== giver)
    .filter((row) => row.address === giver || given.some((one) => isSameAsset(one, row)))
    .map(({ account }) => account)
}

function isSameAsset(
  a: Pick<BalanceChange, 'address' | 'assetType' | 'tokenId'>,
  b: Pick<BalanceChange, 'address' | 'assetType' | 'tokenId'>,
): boolean {
  return a.address === b.address && a.assetType === b.assetType && a.tokenId === b.tokenId
}
