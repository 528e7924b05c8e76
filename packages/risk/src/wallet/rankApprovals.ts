import type { Address } from '../address.ts'
import type { RiskLevel } from '../engine/riskLevel.ts'
import type { WalletApproval } from '../facts/walletApprovals.ts'
import { type ApprovalReason, approvalRisk } from './approvalRisk.ts'

export type RankedApproval = WalletApproval & { riskLevel: RiskLevel; reasons: ApprovalReason[] }

/** Where an approval stands in the list: enough to go on from there. */
export type ApprovalPlace = { riskLevel: RiskLevel; valueAtRiskUsd: number | null; key: string }

const WORST_FIRST: readonly RiskLevel[] = ['critical', 'high', 'medium', 'low', 'safe']

/** The approvals with their risk, worst first, then most value at risk; an unknown value stands before none. */
export function rankApprovals(
  approvals: readonly WalletApproval[],
  { owner, now }: { owner: Address; now: number },
): RankedApproval[] {
  return approvals
    .map((approval) => {
      const { level, reasons } = approvalRisk(approval, { owner, now })
      return { ...approval, riskLevel: level, reasons }
    })
    .sort((a, b) => comparePlaces(placeOf(a), placeOf(b)))
}

export function placeOf({
  riskLevel,
  valueAtRiskUsd,
  standard,
  operator,
  token,
  spender,
  tokenId,
}: RankedApproval): ApprovalPlace {
  return { riskLevel, valueAtRiskUsd, key: [standard, operator ? 'all' : (tokenId ?? ''), token, spender].join(':') }
}

/** No two approvals of one wallet have the same place. */
export function comparePlaces(a: ApprovalPlace, b: ApprovalPlace): number {
  const worth = ({ valueAtRiskUsd }: ApprovalPlace) => valueAtRiskUsd ?? Number.MIN_VALUE
  return (
    WORST_FIRST.indexOf(a.riskLevel) - WORST_FIRST.indexOf(b.riskLevel) ||
    Math.sign(worth(b) - worth(a)) ||
    (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)
  )
}

type ApprovalSummary = {
  total: number
  unlimited: number
  /** High or critical. */
  risky: number
  /** The most that all spenders together could take, USD; null when no value is known. */
  valueAtRiskUsd: number | null
  byRisk: Record<RiskLevel, number>
}

/** Counts, and the value at risk: each token once, as often as it may be taken, and never more of it than is held. */
export function summariseApprovals(approvals: readonly RankedApproval[]): ApprovalSummary {
  const count = (level: RiskLevel) => approvals.filter(({ riskLevel }) => riskLevel === level).length
  const byRisk = {
    safe: count('safe'),
    low: count('low'),
    medium: count('medium'),
    high: count('high'),
    critical: count('critical'),
  }
  return {
    total: approvals.length,
    unlimited: approvals.filter(({ unlimited }) => unlimited).length,
    risky: byRisk.high + byRisk.critical,
    valueAtRiskUsd: totalAtRisk(approvals),
    byRisk,
  }
}

function totalAtRisk(approvals: readonly RankedApproval[]): number | null {
  const valued = approvals.filter(({ valueAtRiskUsd }) => valueAtRiskUsd !== null)
  if (approvals.length > 0 && valued.length === 0) return null
  let total = 0
  for (const ofToken of Map.groupBy(valued, ({ token }) => token).values()) {
    const taken = ofToken.reduce((sum, { valueAtRiskUsd }) => sum + (valueAtRiskUsd ?? 0), 0)
    total += Math.min(
      taken,
      ...ofToken.filter(coversAll).map(({ valueAtRiskUsd }) => valueAtRiskUsd ?? 0),
      worthOf(ofToken),
    )
  }
  return Math.round(total * 100) / 100
}

/** Whether one permission covers the whole balance: other permissions then add no risk. */
function coversAll({ allowance, balance, throughPermit2 }: RankedApproval): boolean {
  return balance !== null && allowance >= balance && (throughPermit2 === null || throughPermit2 >= balance)
}

function worthOf([one]: readonly RankedApproval[]): number {
  if (one === undefined || one.balance === null || one.decimals === null || one.priceUsd === null) return Infinity
  return (Number(one.balance) / 10 ** one.decimals) * one.priceUsd
}
