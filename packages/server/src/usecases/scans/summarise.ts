import type { Finding, Severity } from '@redoubt/risk/engine/finding.ts'
import type { RiskLevel } from '@redoubt/risk/engine/riskLevel.ts'
import { reportVerdict } from '@redoubt/risk/report/reportVerdict.ts'

/** Bytes of a summary as JSON: with its envelope an answer has at most 2 KB. */
const MAX_BYTES = 1_700
const MAX_FINDINGS = 3

/** What a summary holds, tried from the first on until it fits: rows of each list, and characters of a text. */
const SIZES = [
  { rows: 5, text: 240 },
  { rows: 3, text: 160 },
  { rows: 2, text: 110 },
  { rows: 1, text: 80 },
  { rows: 1, text: 40 },
  { rows: 0, text: 40 },
]

/** A change of what an account owns: `change` in whole units, signed. */
type Balance = {
  asset: string
  change: string
  changeUsd: number | null
  address: string | null
  tokenId: string | null
}
type Approval = {
  token: string
  symbol: string
  spender: string
  spenderLabel: string
  after: string
  unlimited: boolean
  riskLevel: RiskLevel | null
}

/** A scan in at most 2 KB: what to do, why, and what changes. */
export type VerdictSummary<Recommendation extends string = string> = {
  view: 'summary'
  riskScore: number
  riskLevel: RiskLevel
  recommendation: Recommendation | null
  confidence: number
  /** One sentence for people. */
  summary: string
  balanceChanges: Balance[] | null
  approvalChanges: Approval[] | null
  findings: { id: string; severity: Severity; title: string; description: string }[]
  /** How many were left out. */
  omitted: { balanceChanges: number; approvalChanges: number; findings: number; unknown: number }
  complete: boolean
  unknown: string[]
  rulesetVersion: string
}

/** What summaries need of a scan's result. */
type Summarised<Recommendation extends string> = {
  riskScore: number
  riskLevel: RiskLevel
  recommendation?: Recommendation
  confidence: number
  explanation?: { summary: string } | null
  simulation?: {
    balanceChanges: readonly (Balance & { account: string })[]
    approvalChanges: readonly Approval[]
  } | null
  complete: boolean
  unknown: readonly string[]
  rulesetVersion: string
}

/**
 * The result of a scan, short enough for an agent or a small screen. Texts end in an ellipsis where they were cut; what was left out is
 * counted.
 * @param findings worst first.
 * @param account whose balance changes are meant; null: the scan is of no account's act.
 */
export function summarise<Recommendation extends string>(
  result: Summarised<Recommendation>,
  findings: readonly Finding[],
  account: string | null = null,
): VerdictSummary<Recommendation> {
  const { simulation = null, explanation = null } = result
  const balances = simulation === null ? null : ownChanges(simulation.balanceChanges, account)
  const approvals = simulation === null ? null : simulation.approvalChanges.toSorted(byDanger)
  const sentence = explanation?.summary ?? reportVerdict(result.riskLevel, findings, result.confidence)
  const sized = ({ rows, text }: (typeof SIZES)[number]): VerdictSummary<Recommendation> => {
    const worst = findings.slice(0, MAX_FINDINGS)
    const unknown = result.unknown.slice(0, rows * 2)
    return {
      view: 'summary',
      riskScore: result.riskScore,
      riskLevel: result.riskLevel,
      recommendation: result.recommendation ?? null,
      confidence: result.confidence,
      summary: cut(sentence, text),
      balanceChanges: balances?.slice(0, rows).map((row) => shownBalance(row, text)) ?? null,
      approvalChanges: approvals?.slice(0, rows).map((row) => shownApproval(row, text)) ?? null,
      findings: worst.map(({ id, severity, title, description }) => ({
        id,
        severity,
        title: cut(title, text),
        description: cut(description, text),
      })),
      omitted: {
        balanceChanges: (simulation?.balanceChanges.length ?? 0) - Math.min(rows, balances?.length ?? 0),
        approvalChanges: Math.max(0, (approvals?.length ?? 0) - rows),
        findings: findings.length - worst.length,
        unknown: result.unknown.length - unknown.length,
      },
      complete: result.complete,
      unknown,
      rulesetVersion: result.rulesetVersion,
    }
  }
  const fitting = SIZES.map(sized).find((one) => Buffer.byteLength(JSON.stringify(one)) <= MAX_BYTES)
  return fitting ?? sized({ rows: 0, text: 10 })
}

/** Changes of one account: losses first, each by its worth; what has no price comes after what has one. */
function ownChanges(rows: readonly (Balance & { account: string })[], account: string | null): Balance[] {
  const isLoss = ({ change }: Balance) => change.startsWith('-')
  return rows
    .filter((row) => account === null || row.account.toLowerCase() === account.toLowerCase())
    .toSorted(
      (one, other) =>
        Number(isLoss(other)) - Number(isLoss(one)) || Math.abs(other.changeUsd ?? 0) - Math.abs(one.changeUsd ?? 0),
    )
}

const LEVELS: readonly (RiskLevel | null)[] = ['safe', 'low', null, 'medium', 'high', 'critical']

/** Sorts the most dangerous approval first; an unjudged one ranks between low and medium. */
function byDanger(one: Approval, other: Approval): number {
  return (
    LEVELS.indexOf(other.riskLevel) - LEVELS.indexOf(one.riskLevel) || Number(other.unlimited) - Number(one.unlimited)
  )
}

function shownBalance({ asset, change, changeUsd, address, tokenId }: Balance, text: number): Balance {
  return { asset: cut(asset, text), change, changeUsd, address, tokenId: tokenId === null ? null : cut(tokenId, text) }
}

function shownApproval(row: Approval, text: number): Approval {
  const { token, symbol, spender, spenderLabel, after, unlimited, riskLevel } = row
  return {
    token,
    symbol: cut(symbol, text),
    spender,
    spenderLabel: cut(spenderLabel, text),
    after,
    unlimited,
    riskLevel,
  }
}

/** Text of at most so many characters, without half a character at its end. */
function cut(text: string, length: number): string {
  const characters = Array.from(text)
  return characters.length <= length
    ? text
    : `${characters
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`
}
