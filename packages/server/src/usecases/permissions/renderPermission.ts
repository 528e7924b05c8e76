import type { Hex } from '@redoubt/risk/address.ts'
import type { Evidence } from '@redoubt/risk/engine/finding.ts'
import type { RiskLevel } from '@redoubt/risk/engine/riskLevel.ts'
import type { AccountClass } from '@redoubt/risk/facts/account.ts'
import type { Permission, Revocations, SkipReason } from '@redoubt/risk/facts/revocationFacts.ts'
import { WHOLE } from '@redoubt/risk/facts/walletRights.ts'
import type { RightPower } from '@redoubt/risk/wallet/rightRisk.ts'
import { formatUnits, getAddress } from 'viem/utils'
import { isoSeconds } from '../../lib/isoSeconds.ts'
import { type RenderedRevocation, renderRevocation } from '../approvals/renderRevocations.ts'
import type { WalletApprovalsInput } from '../approvals/walletApprovals.ts'
import { accountLabel, symbolText } from '../scans/renderChanges.ts'
import { checksummedEvidence } from '../scans/renderFindings.ts'
import { keyOf, type LedgerEntry } from './ledgerEntries.ts'

/** The transaction that ends a permission. `endsOthers`: how many other entries of the page it ends at once. */
export type RenderedEnd = Omit<RenderedRevocation, 'approvals' | 'verified'> & {
  endsOthers: number
  verified: boolean | null
}

export type RenderedPermission = {
  standard: Permission['standard']
  power: RightPower
  token: string | null
  tokenLabel: string
  symbol: string | null
  spender: string
  spenderLabel: string
  spenderClass: AccountClass | null
  tokenId: string | null
  terms: Hex | null
  /** Of an order: its hash or uid. */
  orderId: Hex | null
  /** The share of an order that was filled; null for others, and where its contract does not count. */
  filled: number | null
  /** Whole units, `unlimited`, or `all` where the permission has no amount. */
  allowance: string
  unlimited: boolean
  expiration: string | null
  valueAtRiskUsd: number | null
  grantedAt: string | null
  grantedBlock: string | null
  transactionHash: Hex | null
  lastUsed: string | null
  riskLevel: RiskLevel
  reasons: { id: string; severity: RiskLevel; description: string; evidence: Evidence }[]
  /** The scan that showed the signature; null for what is on the chain. */
  signature: { requestId: string; scannedAt: string; origin: string | null; primaryType: string | null } | null
  end: RenderedEnd | null
  cannotEnd: { reason: SkipReason | 'unexecuted'; detail: string } | null
}

/** One entry of the ledger, with the transaction that ends it. */
export function renderPermission(
  entry: LedgerEntry,
  how: { ends: Revocations | null; planned: boolean; input: WalletApprovalsInput },
): RenderedPermission {
  const { permission, power, riskLevel, reasons, approval, right } = entry
  const { standard, token, spender, tokenId } = permission
  const holder = approval === null ? right.holderAccount : approval.spenderAccount
  const symbol = approval === null ? (right.symbol ?? right.keeperAccount?.token?.symbol ?? null) : approval.symbol
  const granted = (approval ?? right).grantedAt
  return {
    standard,
    power,
    token: token === null ? null : getAddress(token),
    tokenLabel: token === null ? '' : approval === null ? accountLabel(right.keeperAccount) : symbolText(symbol),
    symbol,
    spender: getAddress(spender),
    spenderLabel: accountLabel(holder),
    spenderClass: holder?.class ?? null,
    tokenId: tokenId === null ? null : String(tokenId),
    terms: permission.terms ?? null,
    ...orderOf(entry),
    allowance: allowanceOf(entry),
    unlimited: (approval ?? right).unlimited,
    expiration: isoSeconds(approval === null ? right.signature?.deadline : approval.expiration),
    valueAtRiskUsd: (approval ?? right).valueAtRiskUsd,
    grantedAt: isoSeconds(granted?.timestamp),
    grantedBlock: granted === null ? null : String(granted.blockNumber),
    transactionHash: granted?.hash ?? null,
    lastUsed: isoSeconds(approval?.lastUsed?.timestamp),
    riskLevel,
    reasons: reasons.map(({ id, level, description, evidence }) => ({
      id,
      severity: level,
      description,
      evidence: checksummedEvidence(evidence),
    })),
    signature: signatureOf(right),
    ...endOf(permission, how),
  }
}

function allowanceOf({ approval, right, permission: { standard, tokenId } }: LedgerEntry): string {
  const { unlimited, decimals } = approval ?? right
  const amount = approval === null ? right.amount : approval.allowance
  if (right?.signature) return signedAmount(right.signature.description, right.uncounted)
  if (right?.uncounted) return 'unknown'
  const counted = standard === 'erc20' || standard === 'permit2' || standard === 'credit-delegation'
  if (counted) return unlimited ? 'unlimited' : formatUnits(amount, decimals ?? 0)
  if (standard === 'erc6909' && tokenId !== null) return unlimited ? 'unlimited' : String(amount)
  return standard === 'erc721' && tokenId !== null ? '1' : 'all'
}

/** What is left of an order that is not counted is no more than it says. */
function signedAmount(description: string, uncounted = false): string {
  if (!uncounted) return description === '' ? 'all' : description
  return description === '' ? 'unknown' : `at most ${description}`
}

/** Bytes of what tells orders apart. */
const ORDER_BYTES: Partial<Record<Permission['standard'], number>> = {
  'seaport-order-signature': 32,
  'cow-order-signature': 56,
  'presigned-order': 56,
  '1inch-order-signature': 32,
  '0x-order-signature': 32,
  'paraswap-order-signature': 32,
  'blur-order-signature': 32,
  'looksrare-order-signature': 32,
  'other-order-signature': 32,
  'delegation-signature': 32,
}

function orderOf({
  permission: { standard, tokenId },
  right,
}: LedgerEntry): Pick<RenderedPermission, 'orderId' | 'filled'> {
  const bytes = ORDER_BYTES[standard]
  if (bytes === undefined || tokenId === null) return { orderId: null, filled: null }
  const counted = right !== null && !right.uncounted && standard !== 'delegation-signature'
  const filled = counted ? Number(formatUnits(WHOLE - right.amount, 18)) : null
  return { orderId: `0x${tokenId.toString(16).padStart(2 * bytes, '0')}`, filled }
}

function signatureOf(right: LedgerEntry['right']): RenderedPermission['signature'] {
  if (!right?.signature) return null
  const { requestId, scannedAt, origin, primaryType } = right.signature.scan
  return { requestId, scannedAt: new Date(scannedAt).toISOString(), origin, primaryType }
}

/** The transaction that ends it, or why there is none. */
function endOf(
  permission: Permission,
  { ends, planned, input }: { ends: Revocations | null; planned: boolean; input: WalletApprovalsInput },
): Pick<RenderedPermission, 'end' | 'cannotEnd'> {
  const key = keyOf(permission)
  if (permission.standard === 'safe-owner') return { end: null, cannotEnd: { reason: 'by-name', detail: OWNER } }
  if (!planned)
    return { end: null, cannotEnd: { reason: 'too-many', detail: 'Ask for a smaller page, or for its revocation.' } }
  const transaction = ends?.transactions.find(({ permissions }) => permissions.some((one) => keyOf(one) === key))
  if (transaction !== undefined) {
    const { approvals, ...rendered } = renderRevocation(transaction, input)
    const after = transaction.permissions.find((one) => keyOf(one) === key)?.after ?? null
    const verified = rendered.simulation === null || after === null ? null : rendered.simulation.success && after === 0n
    return { end: { ...rendered, endsOthers: approvals.length - 1, verified }, cannotEnd: null }
  }
  const skipped = ends?.skipped.find((one) => keyOf(one.permission) === key)
  if (skipped !== undefined) return { end: null, cannotEnd: { reason: skipped.reason, detail: skipped.detail } }
  return { end: null, cannotEnd: { reason: 'unexecuted', detail: 'We could not make and execute what ends it.' } }
}

const OWNER =
  'The Safe itself calls `removeOwner(prevOwner, owner, threshold)`. Ask for the revocation of this entry: it makes the call for the Safe’s list, with a threshold that its other owners can reach.'
