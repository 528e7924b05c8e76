import type { Address } from '../address.ts'
import type { WalletApproval } from '../facts/walletApprovals.ts'
import type { RiskLevel } from '../riskLevel.ts'
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
