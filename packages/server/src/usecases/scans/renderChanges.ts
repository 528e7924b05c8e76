import { spenderKindOf } from '@redoubt/risk/accounts/spenderKind.ts'
import type { Address } from '@redoubt/risk/address.ts'
import { type Chain, NATIVE_SYMBOLS } from '@redoubt/risk/chain.ts'
import type { Finding } from '@redoubt/risk/engine/finding.ts'
import type { RiskLevel } from '@redoubt/risk/engine/riskLevel.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import type { ApprovalChange, BalanceChange } from '@redoubt/risk/facts/changes.ts'
import type { Judgement } from '@redoubt/risk/facts/contractJudgement.ts'
import type { Facts } from '@redoubt/risk/facts/facts.ts'
import { namingLabel, quote } from '@redoubt/risk/wording/accountNames.ts'
import { formatUnits, getAddress } from 'viem/utils'

/** A row of `simulation.balanceChanges`: strings in whole units of the asset, the sign in `change`. */
export type RenderedBalanceChange = {
  asset: string
  before: string | null
  after: string | null
  change: string
  assetType: string
  address: string | null
  tokenId: string | null
  account: string
  changeUsd: number | null
  priceSource: string | null
}

/** A row of `simulation.approvalChanges`. Amounts in whole units, or `unlimited`. */
export type RenderedApprovalChange = {
  token: string
  symbol: string
  standard: string
  owner: string
  spender: string
  spenderLabel: string
  before: string | null
  after: string
  unlimited: boolean
  /** Null: the spender was not judged in full, and nothing found accuses it. */
  riskLevel: RiskLevel | null
}

/** Base units to the contract's strings. An asset without a symbol is named by its address. */
export function renderBalanceChange(chain: Chain, row: BalanceChange): RenderedBalanceChange {
  const decimals = row.assetType === 'native' ? 18 : row.assetType === 'erc20' ? (row.decimals ?? 0) : 0
  const units = (amount: bigint | null) => (amount === null ? null : formatUnits(amount, decimals))
  return {
    asset: row.address === null ? NATIVE_SYMBOLS[chain] : (row.symbol ?? getAddress(row.address)),
    before: units(row.before),
    after: units(row.after),
    change: formatUnits(row.change, decimals),
    assetType: row.assetType,
    address: row.address === null ? null : getAddress(row.address),
    tokenId: row.tokenId === null ? null : String(row.tokenId),
    account: getAddress(row.account),
    changeUsd: row.changeUsd,
    priceSource: row.priceSource,
  }
}

/**
 * The row's risk is the worst finding that names its spender, and no less than the spender's own judgements; giving permission back is
 * safe. A known service is not judged.
 */
export function renderApprovalChange(
  row: ApprovalChange,
  spender: Account | undefined,
  { findings, judgements }: { findings: readonly Finding[]; judgements: readonly Judged[] },
): RenderedApprovalChange {
  const units = (amount: bigint) => {
    if (row.operator) return amount > 0n ? 'all' : 'none'
    if (row.standard === 'erc721' || row.standard === 'erc1155' || row.standard === 'erc6909') return String(amount)
    return formatUnits(amount, row.decimals ?? 0)
  }
  return {
    token: getAddress(row.token),
    symbol: symbolText(row.symbol),
    standard: row.standard,
    owner: getAddress(row.owner),
    spender: getAddress(row.spender),
    spenderLabel: accountLabel(spender),
    before: row.before === null ? null : units(row.before),
    after: row.unlimited && !row.operator ? 'unlimited' : units(row.after),
    unlimited: row.unlimited,
    riskLevel: givesNothing(row) ? 'safe' : spenderLevel(approvalRisk(row.spender, findings), spender, judgements),
  }
}

/** Whether nothing remains allowed, or only to the owner. */
function givesNothing({ after, owner, spender }: ApprovalChange): boolean {
  return after === 0n || owner === spender
}

type Judged = Pick<Judgement, 'riskLevel' | 'complete'>

function spenderLevel(own: RiskLevel, spender: Account | undefined, judgements: readonly Judged[]): RiskLevel | null {
  const level = judgements.reduce((worst, { riskLevel }) => worseLevel(worst, riskLevel), own)
  const isJudged = judgements.length > 0 && judgements.every(({ complete }) => complete)
  const isKnown = isJudged || (spender !== undefined && spenderKindOf(spender) === 'protocol')
  return isKnown || level === 'high' || level === 'critical' ? level : null
}

/** Returns the judgements that a scan made of a spender: of its code, of its past, or of both. */
export function judgementsOf(
  { contractJudgements = {}, walletJudgements = {} }: Pick<Partial<Facts>, 'contractJudgements' | 'walletJudgements'>,
  spender: Address,
): Judged[] {
  return [contractJudgements[spender], walletJudgements[spender]].filter((one) => one !== undefined)
}

/** Returns the unknown members with `approvalChanges`, where one of them has no level. */
export function withUnknownApprovals(unknown: readonly string[], rows: readonly RenderedApprovalChange[]): string[] {
  const isUnknown = rows.some(({ riskLevel }) => riskLevel === null)
  return isUnknown ? [...new Set([...unknown, 'approvalChanges'])].sort() : [...unknown]
}

const LEVELS: readonly RiskLevel[] = ['safe', 'low', 'medium', 'high', 'critical']

function worseLevel(a: RiskLevel, b: RiskLevel): RiskLevel {
  return LEVELS.indexOf(a) > LEVELS.indexOf(b) ? a : b
}

function approvalRisk(spender: Address, findings: readonly Finding[]): RiskLevel {
  // Findings are sorted worst first.
  const worst = findings.find(
    ({ evidence }) => String(evidence.spender ?? evidence.operator ?? '').toLowerCase() === spender,
  )
  return worst === undefined || worst.severity === 'info' ? 'low' : worst.severity
}

/** The name that an account is shown by where a label is always text: unlabelled, by its kind. */
export function accountLabel(
  account: (Pick<Account, 'labels'> & Partial<Pick<Account, 'class'>>) | null | undefined,
): string {
  const name = account ? labelOf(account) : null
  if (name !== null) return name
  switch (account?.class) {
    case 'contract':
      return 'Unlabelled contract'
    case 'precompile':
      return 'Precompiled contract'
    case 'eoa':
    case 'delegated-eoa':
      return 'Unlabelled wallet'
    default:
      return 'Unlabelled address'
  }
}

/** The symbol of a token; text too where it gives none. */
export function symbolText(symbol: string | null | undefined): string {
  return symbol || 'Unknown symbol'
}

/** Returns the name that an account is shown by; words of a loaded list are quoted, and name it. Null: no source knows it. */
export function labelOf(account: Pick<Account, 'labels'> | undefined): string | null {
  const label = namingLabel(account?.labels ?? [])
  if (!label) return null
  return label.listed ? `${quote(label.name)} (${label.source})` : label.name
}
