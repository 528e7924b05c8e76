import { spenderKindOf } from '@redoubt/risk/accounts/spenderKind.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import { capConfidence } from '@redoubt/risk/engine/experimentalNetwork.ts'
import type { Evidence, Finding } from '@redoubt/risk/engine/finding.ts'
import type { RiskLevel } from '@redoubt/risk/engine/riskLevel.ts'
import { RULESET_VERSION } from '@redoubt/risk/engine/score.ts'
import type { AccountClass } from '@redoubt/risk/facts/account.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { UnconfirmedApproval, WalletApprovals } from '@redoubt/risk/facts/walletApprovals.ts'
import { type RankedApproval, summariseApprovals } from '@redoubt/risk/wallet/rankApprovals.ts'
import { formatUnits, getAddress } from 'viem/utils'
import { isoSeconds } from '../../lib/isoSeconds.ts'
import { accountLabel, symbolText } from '../scans/renderChanges.ts'
import { checksummedEvidence } from '../scans/renderFindings.ts'
import { addressWarnings } from './addressWarnings.ts'
import type { WalletApprovalsInput } from './walletApprovalsInput.ts'

/** A whole list, ranked. `keyless`: of an address without a private key, which was not looked into. */
export type RankedList = Omit<WalletApprovals, 'approvals'> & { approvals: RankedApproval[]; keyless: boolean }

/** An entry of the list. Documented members first, then what we add. */
export type RenderedApproval = {
  token: string
  symbol: string
  spender: string
  /** Always text. */
  spenderLabel: string
  /** Whole units of the token (base units where it does not tell its decimals), or `unlimited`. */
  allowance: string
  riskLevel: RiskLevel
  /** ISO 8601; null: no use was seen. */
  lastUsed: string | null
  standard: RankedApproval['standard']
  owner: string
  tokenId: string | null
  operator: boolean
  unlimited: boolean
  expiration: string | null
  decimals: number | null
  balance: string | null
  priceUsd: number | null
  valueAtRiskUsd: number | null
  throughPermit2: string | null
  grantedAt: string | null
  grantedBlock: string | null
  transactionHash: Hex | null
  spenderClass: AccountClass | null
  spenderDeployedRecently: boolean | null
  spenderVerified: boolean | null
  reasons: { id: string; severity: RiskLevel; description: string; evidence: Evidence }[]
}

export type RenderedUnconfirmed = {
  standard: UnconfirmedApproval['standard']
  token: string
  spender: string
  tokenId: string | null
  reason: UnconfirmedApproval['reason']
  grantedBlock: string | null
  transactionHash: Hex | null
}

/** Counts of the whole list; null: none was seen, and not the whole list could be read. */
export type RenderedSummary = {
  total: number | null
  unlimited: number | null
  risky: number | null
  valueAtRiskUsd: number | null
  byRisk: Record<RiskLevel, number | null>
  unconfirmed: number | null
}

/** `data` of GET /v1/wallet/approvals/{address}: JSON values only. */
export type WalletApprovalsResult = {
  /** As the caller spelled it. */
  address: string
  chain: Chain
  approvals: RenderedApproval[]
  /** Of the whole list, whatever the page and the filter. */
  summary: RenderedSummary
  nextCursor: string | null
  unconfirmed: RenderedUnconfirmed[]
  warnings: Finding[]
  confidence: number
  complete: boolean
  /** What is missing from the list, in words. */
  cut: string[]
  unknown: string[]
  unavailable: string[]
  blockNumber: string
  blockHash: Hex
  rulesetVersion: string
  intelAsOf: string
}

/** Limit of approvals that only a token's log claims: a stranger can make them by the thousand. */
const MAX_UNCONFIRMED = 100
const CONFIDENCE_OF_A_PART = 0.5
const CONFIDENCE_PER_FAILED_SOURCE = 0.9

export function renderWalletApprovals({
  input,
  block,
  list,
  page,
  nextCursor,
  intelAsOf,
}: {
  input: WalletApprovalsInput
  block: PinnedBlock
  list: RankedList
  page: readonly RankedApproval[]
  nextCursor: string | null
  intelAsOf: string
}): WalletApprovalsResult {
  const unavailable = [...list.unavailable]
  if (list.approvals.some(({ spenderAccount }) => spenderAccount?.sanctioned === null)) unavailable.push('sanctions')
  const trust = CONFIDENCE_PER_FAILED_SOURCE ** unavailable.length * (list.complete ? 1 : CONFIDENCE_OF_A_PART)
  return {
    address: input.spelling.spelled,
    chain: input.chain,
    approvals: page.map((approval) => renderApproval(approval, input.address)),
    summary: renderSummary(list),
    nextCursor,
    unconfirmed: list.unconfirmed.slice(0, MAX_UNCONFIRMED).map(renderUnconfirmed),
    warnings: addressWarnings({ chain: input.chain, spelling: input.spelling, keyless: list.keyless }),
    confidence: capConfidence(input.chain, Math.round(100 * trust) / 100),
    complete: list.complete,
    cut: list.cut,
    unknown: unknownOf(list),
    unavailable: unavailable.sort(),
    blockNumber: String(block.number),
    blockHash: block.hash,
    rulesetVersion: RULESET_VERSION,
    intelAsOf,
  }
}

/** None seen in a part of the list is not none. */
function renderSummary({ approvals, unconfirmed, complete }: RankedList): RenderedSummary {
  const { total, unlimited, risky, valueAtRiskUsd, byRisk } = summariseApprovals(approvals)
  const count = <Seen extends number | null>(seen: Seen) => (seen === 0 && !complete ? null : seen)
  return {
    total: count(total),
    unlimited: count(unlimited),
    risky: count(risky),
    valueAtRiskUsd: count(valueAtRiskUsd),
    byRisk: {
      safe: count(byRisk.safe),
      low: count(byRisk.low),
      medium: count(byRisk.medium),
      high: count(byRisk.high),
      critical: count(byRisk.critical),
    },
    unconfirmed: count(unconfirmed.length),
  }
}

function renderApproval(approval: RankedApproval, owner: Address): RenderedApproval {
  const { standard, decimals, tokenId, allowance, unlimited, operator, balance, throughPermit2, grantedAt } = approval
  const isFungible = standard === 'erc20' || standard === 'permit2'
  const units = (amount: bigint | null) =>
    amount === null ? null : formatUnits(amount, isFungible ? (decimals ?? 0) : 0)
  return {
    token: getAddress(approval.token),
    symbol: symbolText(approval.symbol),
    spender: getAddress(approval.spender),
    spenderLabel: accountLabel(approval.spenderAccount),
    allowance: unlimited ? 'unlimited' : (units(allowance) ?? ''),
    riskLevel: approval.riskLevel,
    lastUsed: isoSeconds(approval.lastUsed?.timestamp),
    standard,
    owner: getAddress(owner),
    tokenId: tokenId === null ? null : String(tokenId),
    operator,
    unlimited,
    expiration: isoSeconds(approval.expiration),
    decimals,
    balance: units(balance),
    priceUsd: approval.priceUsd,
    valueAtRiskUsd: approval.valueAtRiskUsd,
    throughPermit2: units(throughPermit2),
    grantedAt: isoSeconds(grantedAt?.timestamp),
    grantedBlock: grantedAt === null ? null : String(grantedAt.blockNumber),
    transactionHash: grantedAt?.hash ?? null,
    spenderClass: approval.spenderAccount?.class ?? null,
    spenderDeployedRecently: approval.spenderDeployedRecently,
    spenderVerified: approval.spenderVerified,
    reasons: approval.reasons.map(({ id, level, description, evidence }) => ({
      id,
      severity: level,
      description,
      evidence: checksummedEvidence(evidence),
    })),
  }
}

function renderUnconfirmed({
  standard,
  token,
  spender,
  tokenId,
  reason,
  grantedAt,
}: UnconfirmedApproval): RenderedUnconfirmed {
  return {
    standard,
    token: getAddress(token),
    spender: getAddress(spender),
    tokenId: tokenId === null ? null : String(tokenId),
    reason,
    grantedBlock: grantedAt === null ? null : String(grantedAt.blockNumber),
    transactionHash: grantedAt?.hash ?? null,
  }
}

/** Members that are null, or a list that is shorter, for want of knowledge; each once, of whatever entry. */
function unknownOf({ approvals, complete, unconfirmed }: RankedList): string[] {
  const unknown: string[] = []
  const any = (is: (approval: RankedApproval) => boolean) => approvals.some(is)
  if (!complete || unconfirmed.some(({ reason }) => reason !== 'claimed')) unknown.push('approvals')
  if (!complete) unknown.push('summary')
  if (any(({ useKnown, lastUsed }) => !useKnown && lastUsed === null)) unknown.push('lastUsed')
  if (
    any(({ standard, valueAtRiskUsd }) => valueAtRiskUsd === null && (standard === 'erc20' || standard === 'permit2'))
  )
    unknown.push('valueAtRiskUsd')
  if (any(({ grantedAt }) => grantedAt?.timestamp == null)) unknown.push('grantedAt')
  const strangers = approvals.filter(
    ({ spenderAccount }) => spenderAccount?.class === 'contract' && spenderKindOf(spenderAccount) === 'unknown',
  )
  if (strangers.some(({ spenderVerified }) => spenderVerified === null)) unknown.push('spenderVerified')
  if (strangers.some(({ spenderDeployedRecently }) => spenderDeployedRecently === null))
    unknown.push('spenderDeployedRecently')
  if (any(({ spenderAccount }) => spenderAccount === null)) unknown.push('spenderClass')
  return unknown
}
