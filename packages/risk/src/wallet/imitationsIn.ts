import type { LookalikeAddress, Poisoning } from '../facts/lookalikes.ts'
import type { WalletHistory, WalletTransfer } from '../facts/walletHistory.ts'
import type { Address } from '../facts.ts'
import { resemblance } from '../resemblance.ts'
import { type AssetPrices, isDust, usdOf } from './assetPrices.ts'

type Transfers = Pick<WalletHistory, 'transfers'>

/**
 * Which parties of an owner's history an address could be taken for: those that the owner paid, or that paid the owner much, unless
 * the owner paid the address itself before. What others wrote into the history dates nothing. `bait`: the worthless
 * transfers that put it there; whoever was never there has none.
 */
export function imitatedBy(address: Address, { transfers }: Transfers, prices: AssetPrices): LookalikeAddress[] {
  const dealings = dealingsIn(transfers, prices)
  const bait = baitOf(address, transfers, prices)
  return [...dealings].flatMap(([known, dealing]) => {
    const digits = resemblance(address, known)
    if (digits === null || isOriginal(dealings.get(address), dealing, bait)) return []
    return [{ similarTo: known, label: null, ...digits, by: 'history' as const, bait }]
  })
}

/** Whom the owner chose to pay goes before whoever only paid the owner, then the earlier one. */
function isOriginal(own: Dealing | undefined, other: Dealing, bait: LookalikeAddress['bait']): boolean {
  if (own === undefined) return false
  if (own.paid !== other.paid) return own.paid
  // Within a block nobody was first: what is planted beside a payment in its own block is no older than it.
  return own.since < other.since || (own.since === other.since && bait.length === 0)
}

/** Addresses that worthless transfers planted beside the parties they imitate. Chance plants nothing. */
export function poisoningsIn({ transfers }: Transfers, prices: AssetPrices): Poisoning[] {
  const genuine = dealingsIn(transfers, prices)
  const suspects = new Set(transfers.map(({ counterparty }) => counterparty).filter((one) => !genuine.has(one)))
  const buckets = Map.groupBy(genuine.keys(), bucketOf)
  return [...suspects].flatMap((address) =>
    // Most histories have no two that share a bucket: the rest costs nothing.
    (buckets.get(bucketOf(address)) ?? []).length === 0
      ? []
      : imitatedBy(address, { transfers }, prices)
          .filter(({ bait }) => bait.length > 0)
          .map((found) => ({ ...found, address })),
  )
}

/** By what `resemblance` asks at least: three digits and four. */
function bucketOf(address: Address): string {
  return address.slice(2, 5) + address.slice(-4)
}

/** `paid`: by the owner. `since`: block of the first such payment, or of the first large one that came. */
type Dealing = { paid: boolean; since: bigint }

/**
 * Whom the owner knows. Nothing of value leaves an account without its owner; what comes is anybody's choice, so that only large
 * payments count, and transfers of nothing or of a token of one's own never do.
 */
function dealingsIn(transfers: readonly WalletTransfer[], prices: AssetPrices): Map<Address, Dealing> {
  const dealings = new Map<Address, Dealing>()
  for (const transfer of transfers) {
    const { genuine, amount, direction, counterparty, blockNumber: since } = transfer
    const paid = direction === 'out'
    if (!genuine || amount === 0n || (!paid && (usdOf(transfer, prices) ?? 0) < MIN_INCOME_USD)) continue
    const earlier = dealings.get(counterparty)
    if (earlier === undefined || (paid && !earlier.paid) || (paid === earlier.paid && since < earlier.since))
      dealings.set(counterparty, { paid, since })
  }
  return dealings
}

/** What nobody spends to be mistaken for somebody. */
const MIN_INCOME_USD = 100

const MAX_BAIT = 20

function baitOf(address: Address, transfers: readonly WalletTransfer[], prices: AssetPrices): LookalikeAddress['bait'] {
  return transfers
    .filter(({ counterparty }) => counterparty === address)
    .flatMap((transfer) => {
      const { hash, blockNumber, genuine, amount, direction } = transfer
      const kind =
        amount === 0n
          ? ('zero-value' as const)
          : !genuine
            ? ('counterfeit' as const)
            : direction === 'in' && isDust(transfer, prices)
              ? ('dust' as const)
              : null
      return kind === null ? [] : [{ hash, blockNumber, kind }]
    })
    .slice(0, MAX_BAIT)
}
