import { flagSeverity, type Hit, isAccusing, type Severity } from '../engine/finding.ts'
import type { Account } from '../facts/account.ts'
import type { Exposure } from '../facts/walletFacts.ts'
import type { WalletCounterparty, WalletHistory } from '../facts/walletHistory.ts'
import { shortAddress } from '../wording/accountNames.ts'
import { wordOf } from '../wording/assetNames.ts'

type Known = Pick<Account, 'labels' | 'sanctioned'> & Partial<Pick<Account, 'sanctionedBy'>>
type Tallied = Pick<WalletCounterparty, 'address' | 'sentUsd' | 'receivedUsd' | 'sent' | 'received'>

/** A counterparty, its identity as far as known, and its own counterparties where they were looked up. */
export type IndirectCounterparty = Tallied & {
  known: Known
  indirectCounterparties: readonly (Tallied & { known: Known })[]
}

/**
 * Lists dealings with mixers, sanctioned and accused parties: direct ones, and through one intermediary that is none of these
 * itself. Shares are of all incoming or all outgoing value; through an intermediary, its share times the party's share of its own
 * value.
 */
export function exposuresOf(indirectCounterparties: readonly IndirectCounterparty[]): Exposure[] {
  const total = totals(indirectCounterparties)
  return indirectCounterparties.flatMap((one) => {
    const kind = kindOf(one.known)
    if (kind !== null) return directions(one, kind, total)
    const own = totals(one.indirectCounterparties)
    return one.indirectCounterparties.flatMap((other) => {
      const bad = kindOf(other.known)
      if (bad === null) return []
      return directions(other, bad, own).flatMap((exposure) => {
        const through = exposure.direction === 'in' ? one.receivedUsd : one.sentUsd
        if (exposure.direction === 'in' ? one.received === 0 : one.sent === 0) return []
        const first = shareOf(through, total[exposure.direction])
        const share = first === null || exposure.share === null ? null : first * exposure.share
        const usd = share === null ? null : round(share * total[exposure.direction])
        return [{ ...exposure, hops: 2 as const, through: one.address, share, usd }]
      })
    })
  })
}

/** Returns the worst reason to avoid an account; null: none. */
export function kindOf({ labels, sanctioned }: Pick<Account, 'labels' | 'sanctioned'>): Exposure['kind'] | null {
  if (sanctioned === true) return 'sanctioned'
  if (labels.some(isAccusing)) return 'flagged'
  return labels.some(({ category }) => category === 'mixer') ? 'mixer' : null
}

function directions(
  { address, known, ...tallied }: Tallied & { known: Known },
  kind: Exposure['kind'],
  total: { in: number; out: number },
): Exposure[] {
  const said = [
    ...(known.sanctionedBy ?? []),
    ...known.labels.filter((label) => isAccusing(label) || label.category === 'mixer').map(wordOf),
  ]
  const exposure = {
    kind,
    address,
    said,
    unconfirmedLabel: kind === 'flagged' && flagSeverity(known) !== 'critical',
    hops: 1 as const,
    through: null,
  }
  const { sent, received, sentUsd, receivedUsd } = tallied
  return [
    ...(received > 0
      ? [{ ...exposure, direction: 'in' as const, share: shareOf(receivedUsd, total.in), usd: round(receivedUsd) }]
      : []),
    ...(sent > 0
      ? [{ ...exposure, direction: 'out' as const, share: shareOf(sentUsd, total.out), usd: round(sentUsd) }]
      : []),
  ]
}

function totals(of: readonly Tallied[]): { in: number; out: number } {
  return {
    in: of.reduce((sum, { receivedUsd }) => sum + (receivedUsd ?? 0), 0),
    out: of.reduce((sum, { sentUsd }) => sum + (sentUsd ?? 0), 0),
  }
}

function shareOf(usd: number | null, total: number): number | null {
  return usd === null || total === 0 ? null : Math.round((usd / total) * 10_000) / 10_000
}

function round(usd: number): number
function round(usd: number | null): number | null
function round(usd: number | null): number | null {
  return usd === null ? null : Math.round(usd * 100) / 100
}

const WHAT = { mixer: 'a mixer', sanctioned: 'a sanctioned party', flagged: 'a flagged party' } as const

/** An exposure in words, with its share of what came in or went out. */
export function exposureHit(exposure: Exposure, severity: Severity): Hit {
  const { kind, address, said, direction, hops, through, share, usd } = exposure
  const part = share === null ? 'Money' : `${percent(share)} of the money`
  const moved = share === null ? '' : direction === 'in' ? ' this wallet received' : ' this wallet paid'
  const way = direction === 'in' ? 'came from' : 'went to'
  const between = through === null ? '' : ` through ${shortAddress(through)}`
  return {
    severity,
    description: `${part}${moved} ${way} ${shortAddress(address)}, ${WHAT[kind]}${between}.`,
    evidence: { address, direction, hops, through, share, usd, lists: said },
  }
}

function percent(share: number): string {
  return share < 0.001 ? 'Less than 0.1 %' : `${Math.round(share * 1000) / 10} %`
}

/** Whether enough of a wallet's past was read to speak for it: its beginning and some of what moved, or all that moved. */
export function isHistoryKnown(history: WalletHistory | undefined): boolean {
  if (history === undefined) return false
  const { complete, transfers } = history
  return complete.transfers || (complete.firstSeen && transfers.length > 0)
}
