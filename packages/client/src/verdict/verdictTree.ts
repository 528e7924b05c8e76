import type { Verdict } from '../guard/verdict.ts'

type Finding = { id: string; severity: string; title: string; description: string }
type BalanceChange = { asset: string; change: string; changeUsd?: number | null; account?: string }
type ApprovalChange = { symbol: string; spender: string; spenderLabel: string; after: string; unlimited: boolean }
type Changes = {
  balanceChanges: readonly BalanceChange[] | null
  approvalChanges: readonly ApprovalChange[] | null
}

/** The answer of any scan, whole or as a summary. */
type Scanned = {
  riskScore: number
  riskLevel: string
  recommendation?: string | null
  complete?: boolean
  summary?: string
  explanation?: { summary: string } | null
  simulation?: Changes | null
  warnings?: readonly Finding[]
  riskFactors?: readonly Finding[]
  findings?: readonly Finding[]
  factors?: readonly Finding[]
} & Partial<Changes>

/** The answer of an intent check. */
type Intent = {
  inside: boolean
  outside: 'exceeded' | 'unknown' | null
  reasons: readonly string[]
  scan: { riskScore: number; riskLevel: string; recommendation: string; complete: boolean; summary: string | null }
}

/** What can be shown: a verdict of the guard, or what a scan or an intent check answered. */
export type Judged = Verdict | Scanned | Intent

/** An element: both components are made of it, so that they show the same. Texts are texts, never markup. */
export type Tree = { tag: string; attributes: Record<string, string>; children: readonly (Tree | string)[] }

/** Findings that are shown. */
const MAX_FINDINGS = 5
/** Rows of each list of changes. */
const MAX_ROWS = 8

/** What a verdict looks like; `data-part` names each part for the page's own style. What is no verdict is unassessed. */
export function verdictTree(judged: Judged): Tree {
  try {
    return isIntent(judged) ? intentTree(judged) : judgedTree(judged)
  } catch {
    return unassessedTree()
  }
}

function judgedTree(judged: Exclude<Judged, Intent>): Tree {
  if (!isVerdict(judged)) return unassessedTree()
  const { riskLevel, riskScore } = judged
  const scanned = 'status' in judged ? null : judged
  // Only an answer that says it is complete is one.
  const status = 'status' in judged ? judged.status : judged.complete === true ? 'assessed' : 'unassessed'
  const recommendation = judged.recommendation ?? (scanned === null ? status : (riskLevel ?? status))
  const summary = 'status' in judged ? judged.summary : (judged.explanation?.summary ?? judged.summary ?? null)
  const reason = 'status' in judged ? judged.reason : status === 'unassessed' ? NOT_EXAMINED : null
  const { balanceChanges, approvalChanges } = scanned?.simulation ?? scanned ?? {}
  return element('div', { part: 'verdict', status, level: riskLevel ?? 'unknown', recommendation }, [
    heading(recommendation, riskScore),
    ...(summary === null ? [] : [element('p', { part: 'summary' }, [summary])]),
    ...(reason === null ? [] : [element('p', { part: 'reason' }, [reason])]),
    ...list('balance-changes', balanceChanges, balanceRow),
    ...list('approval-changes', approvalChanges, approvalRow),
    ...list('findings', findingsOf(judged), findingRow, MAX_FINDINGS),
  ])
}

const NOT_EXAMINED = 'Not everything could be examined.'

/** The answer of an intent check says whether every outcome is within its bounds; the scan's verdict stands beside it. */
function intentTree({ inside, outside, reasons, scan }: Intent): Tree {
  const answer = inside === true ? 'INSIDE' : outside === 'exceeded' ? 'OUTSIDE' : 'UNKNOWN'
  const status = answer === 'UNKNOWN' || reasons.length > 0 || scan.complete !== true ? 'unassessed' : 'assessed'
  return element('div', { part: 'verdict', status, level: scan.riskLevel, recommendation: answer }, [
    heading(answer, scan.riskScore),
    element('p', { part: 'scan' }, [`The scan says ${scan.recommendation}.`]),
    ...(scan.summary == null ? [] : [element('p', { part: 'summary' }, [scan.summary])]),
    ...(status === 'unassessed' ? [element('p', { part: 'reason' }, [NOT_EXAMINED])] : []),
  ])
}

function unassessedTree(): Tree {
  return element('div', { part: 'verdict', status: 'unassessed', level: 'unknown', recommendation: 'unassessed' }, [
    heading('unassessed', null),
    element('p', { part: 'reason' }, ['This is no verdict. Unknown is not safe.']),
  ])
}

function heading(recommendation: string, riskScore: number | null): Tree {
  const score = riskScore === null ? [] : [' ', element('span', { part: 'score' }, [`risk ${riskScore} of 100`])]
  return element('p', { part: 'heading' }, [element('strong', { part: 'recommendation' }, [recommendation]), ...score])
}

const LEVELS = ['safe', 'low', 'medium', 'high', 'critical']
const STATUSES = ['assessed', 'unassessed', 'unknown-method']

function isVerdict(judged: Exclude<Judged, Intent>): boolean {
  const { riskLevel, riskScore } = judged
  if ('status' in judged && judged.status !== 'assessed') return STATUSES.includes(judged.status)
  return typeof riskScore === 'number' && typeof riskLevel === 'string' && LEVELS.includes(riskLevel)
}

function isIntent(judged: Judged): judged is Intent {
  return 'inside' in judged
}

function findingsOf(judged: Exclude<Judged, Intent>): readonly Finding[] {
  if ('status' in judged) return judged.warnings
  return judged.findings ?? judged.warnings ?? judged.riskFactors ?? judged.factors ?? []
}

function balanceRow({ asset, change, changeUsd }: BalanceChange): Tree {
  const worth = changeUsd == null ? [] : [` (${changeUsd < 0 ? '-' : ''}$${Math.abs(changeUsd).toFixed(2)})`]
  const direction = change.startsWith('-') ? 'loss' : 'gain'
  return element('li', { change: direction }, [change, ' ', isolated(asset), ...worth])
}

function approvalRow({ symbol, spender, spenderLabel, after, unlimited }: ApprovalChange): Tree {
  const amount = unlimited ? 'unlimited' : after
  const who = [isolated(spenderLabel), ' ', element('code', {}, [spender])]
  return element('li', { unlimited: String(unlimited) }, [...who, ' may spend ', isolated(`${amount} ${symbol}`)])
}

function findingRow({ id, severity, title, description }: Finding): Tree {
  return element('li', { severity, finding: id }, [
    element('strong', { part: 'title' }, [title]),
    ' ',
    element('span', { part: 'description' }, [description]),
  ])
}

/** Names that strangers choose keep their direction to themselves. */
function isolated(text: string): Tree {
  return element('bdi', {}, [text])
}

function list<Row>(part: string, rows: readonly Row[] | null | undefined, render: (row: Row) => Tree, max = MAX_ROWS) {
  if (!rows || rows.length === 0) return []
  const more = rows.length - max
  const rest = more > 0 ? [element('li', { part: 'more' }, [`and ${more} more`])] : []
  return [element('ul', { part }, [...rows.slice(0, max).map(render), ...rest])]
}

function element(tag: string, data: Record<string, string>, children: Tree['children']): Tree {
  const attributes = Object.fromEntries(Object.entries(data).map(([name, value]) => [`data-${name}`, value]))
  return { tag, attributes, children }
}
