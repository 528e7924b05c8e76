import { createHash } from 'node:crypto'
import type { Address } from '@redoubt/risk/address.ts'
import type { RiskLevel } from '@redoubt/risk/engine/riskLevel.ts'
import type { Permission } from '@redoubt/risk/facts/revocationFacts.ts'
import type { WalletApproval } from '@redoubt/risk/facts/walletApprovals.ts'
import type { WalletRight } from '@redoubt/risk/facts/walletRights.ts'
import { type ApprovalReason, approvalRisk } from '@redoubt/risk/wallet/approvalRisk.ts'
import { type ApprovalPlace, comparePlaces } from '@redoubt/risk/wallet/rankApprovals.ts'
import { powerOf, type RightPower, type RightReason, rightRisk } from '@redoubt/risk/wallet/rightRisk.ts'

/** One line of the ledger: a token approval or another right, with its risk. */
export type LedgerEntry = {
  permission: Permission
  place: ApprovalPlace
  power: RightPower
  riskLevel: RiskLevel
  reasons: (ApprovalReason | RightReason)[]
} & ({ approval: WalletApproval; right: null } | { approval: null; right: WalletRight })

/** Approvals and rights as one list, worst first, then most value at risk. */
export function ledgerEntries(
  { approvals, rights }: { approvals: readonly WalletApproval[]; rights: readonly WalletRight[] },
  { owner, now }: { owner: Address; now: number },
): LedgerEntry[] {
  const ofApprovals = approvals.map((approval): LedgerEntry => {
    const { level, reasons } = approvalRisk(approval, { owner, now })
    const { standard, token, spender, tokenId, valueAtRiskUsd } = approval
    const permission: Permission = { standard, token, spender, tokenId }
    const place = { riskLevel: level, valueAtRiskUsd, key: keyOf(permission) }
    return { permission, place, power: 'take', riskLevel: level, reasons, approval, right: null }
  })
  const ofRights = rights.map((right): LedgerEntry => {
    const { level, reasons } = rightRisk(right, owner)
    const { standard, keeper, holder, id, valueAtRiskUsd, signature } = right
    const permission: Permission = {
      standard,
      token: keeper,
      spender: holder,
      tokenId: id,
      ...(signature?.terms && { terms: signature.terms }),
    }
    const place = { riskLevel: level, valueAtRiskUsd, key: keyOf(permission) }
    return { permission, place, power: powerOf(right), riskLevel: level, reasons, approval: null, right }
  })
  return [...ofApprovals, ...ofRights].sort((a, b) => comparePlaces(a.place, b.place))
}

/** Tells permissions of one wallet apart. */
export function keyOf({ standard, token, spender, tokenId, terms }: Permission): string {
  const key = [standard, tokenId ?? '', token ?? '', spender].join(':')
  // Short, for it is a part of cursors.
  return terms === undefined ? key : `${key}:${createHash('sha256').update(terms).digest('base64url').slice(0, 16)}`
}
