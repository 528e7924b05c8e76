import { resemblance } from '../accounts/resemblance.ts'
import type { Address } from '../address.ts'
import type { LookalikeAddress, Poisoning } from '../facts/lookalikes.ts'
import type { WalletHistory, WalletTransfer } from '../facts/walletHistory.ts'
import { type AssetPrices, isDust, usdOf } from './weighHoldings.ts'

type Transfers = Pick<WalletHistory, 'transfers'>

/**
 * Finds the parties of an owner's history that an address could be mistaken for: those that the owner paid, or that paid the
 * owner much, unless the owner paid the address itself before. Entries that others wrote into the history date nothing. `bait`:
 * the worthless transfers that planted the address there; empty when it has none.
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

/** Parties that the owner paid come before parties that only paid the owner, then the earlier one. */
function isOriginal(own: Dealing | undefined, other: Dealing, bait: LookalikeAddress['bait']): boolean {
  if (own === undefined) return false
  if (own.paid !== other.paid) return own.paid
  // Order within a block proves nothing: a transfer planted beside a payment in its own block is no older than the payment.
  return own.since < other.since || (own.since === other.since && bait.length === 0)
}

/** Addresses that worthless transfers planted beside the parties they imitate; chance plants none. */
export function poisoningsIn({ transfers }: Transfers, prices: AssetPrices): Poisoning[] {
  const genuine = dealingsIn(transfers, prices)
  const suspects = new Set(transfers.map(({ counterparty }) => counterparty).filter((one) => !genuine.has(one)))
  const buckets = Map.groupBy(genuine.keys(), bucketOf)
  return [...suspects].flatMap((address) =>
    // Most histories have no two addresses in one bucket, so this skips almost all work.
    (buckets.get(bucketOf(address)) ?? []).length === 0
      ? []
      : imitatedBy(address, { transfers }, prices)
          .filter(({ bait }) => bait.length > 0)
          .map((found) => ({ ...found, address })),
  )
}

/** Key of the minimum that `resemblance` requires: three digits and four. */
function bucketOf(address: Address): string {
  return address.slice(2, 5) + address.slice(-4)
}

/** `paid`: by the owner. `since`: block of the first such payment, or of the first large one that came. */
type Dealing = { paid: boolean; since: bigint }

/**
 * Returns the parties that the owner knows. The owner approves every outgoing value; any sender may pay in, so only large
 * incoming payments count, and transfers of nothing or of a sender's own token never do.
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

/** More USD than an address poisoner spends on one bait. */
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

/** Each imitated address once, with all that is known of it: its label, and the bait of every history that shows some. */
export function mergeLookalikes(found: readonly LookalikeAddress[]): LookalikeAddress[] {
  const joined = new Map<string, LookalikeAddress>()
  for (const one of found) {
    const other = joined.get(one.similarTo)
    if (other === undefined) {
      joined.set(one.similarTo, one)
      continue
    }
    const told = new Set(other.bait.map(({ hash, kind }) => `${hash} ${kind}`))
    const bait = [...other.bait, ...one.bait.filter(({ hash, kind }) => !told.has(`${hash} ${kind}`))]
    const by = one.by === 'history' ? one.by : other.by
    joined.set(one.similarTo, { ...other, label: other.label ?? one.label, by, bait })
  }
  return [...joined.values()]
}
