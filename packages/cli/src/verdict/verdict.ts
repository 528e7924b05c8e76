import type { api } from '@redoubt/client'
import { type Out, type Painted, type Piece, paint } from '../terminal/out.ts'

export type RiskLevel = api.RiskScore['riskLevel']

/** What every answer about a subject has. */
export type Verdict = {
  riskScore: number
  riskLevel: RiskLevel
  confidence: number
  complete: boolean
  unknown: readonly string[]
  unavailable: readonly string[]
  rulesetVersion: string
  intelAsOf: string
  blockNumber?: string | null
  recommendation?: string
}

const STYLES = {
  safe: ['green', 'bold'],
  low: ['green', 'bold'],
  medium: ['yellow', 'bold'],
  high: ['red', 'bold'],
  critical: ['bgRed', 'whiteBright', 'bold'],
} as const

const SEVERITIES: readonly string[] = ['info', 'low', 'medium', 'high', 'critical']
const MARKS = { info: 'i', low: '·', medium: '!', high: '!', critical: '✖' } as const
/** Findings shown on a terminal; the rest is counted, and --all or --json shows it. */
const MAX_FINDINGS = 6

/** The word of a verdict: the service's recommendation, or the level where it makes none. */
export function verdictWord({ recommendation, riskLevel }: Pick<Verdict, 'recommendation' | 'riskLevel'>): string {
  return recommendation ?? riskLevel.toUpperCase()
}

/** A text in the colours of a level; a level that this client does not know is plain. */
export function inLevel(level: string, text: string): Painted {
  const style = (STYLES as Readonly<Record<string, (typeof STYLES)[RiskLevel]>>)[level]
  return paint([...(style ?? ['bold'])], text)
}

/** The first lines: verdict, then what happens in one sentence. */
export function printVerdict(out: Out, verdict: Verdict, sentence: string | null): void {
  const { riskLevel, riskScore, confidence, complete } = verdict
  const numbers = `  ${riskLevel}, score ${riskScore}/100, confidence ${Math.round(confidence * 100)} %`
  out.line(inLevel(riskLevel, ` ${verdictWord(verdict)} `), numbers, complete ? '' : paint('yellow', ', incomplete'))
  if (sentence !== null && sentence !== '') out.line(paint('bold', sentence))
}

/** A heading with rows below it; nothing without rows. */
export function printSection(
  out: Out,
  title: string,
  headings: readonly string[],
  rows: readonly (readonly Piece[])[],
): void {
  if (rows.length === 0) return
  out.line()
  out.line(paint('bold', title))
  out.table(headings, rows)
}

/** Names and values, a line each; an unknown value is said to be unknown. */
export function printFacts(out: Out, facts: readonly (readonly [name: string, value: string | null])[]): void {
  if (facts.length === 0) return
  out.line()
  out.table(
    [],
    facts.map(([name, value]) => [paint('dim', name), value === null ? paint('yellow', 'unknown') : value]),
  )
}

/** Findings, worst first. On a terminal the first few, with how to see the rest. */
export function printFindings(
  out: Out,
  title: string,
  findings: readonly Pick<api.Finding, 'id' | 'severity' | 'title' | 'description'>[],
  all: boolean,
): void {
  if (findings.length === 0) return
  out.line()
  out.line(paint('bold', title))
  const sorted = [...findings].sort((a, b) => SEVERITIES.indexOf(b.severity) - SEVERITIES.indexOf(a.severity))
  const shown = all || !out.forPeople ? sorted : sorted.slice(0, MAX_FINDINGS)
  for (const { id, severity, title: name, description } of shown) {
    out.line(inLevel(severity, MARKS[severity] ?? '?'), ` ${severity}  `, paint('bold', name), paint('dim', `  ${id}`))
    out.line(`    ${description}`)
  }
  const rest = findings.length - shown.length
  if (rest > 0) out.line(paint('dim', `… and ${rest} more: --all shows them, --json has the evidence`))
}

/** What could not be learned, and what the verdict relies on. */
export function printBasis(out: Out, verdict: Verdict): void {
  const { unknown, unavailable, blockNumber, rulesetVersion, intelAsOf } = verdict
  const missing = [...new Set([...unknown, ...unavailable])]
  out.line()
  if (missing.length > 0) out.line(paint('yellow', 'Not known: '), missing.join(', '))
  const block = blockNumber == null ? '' : `block ${blockNumber}, `
  out.line(paint('dim', `${block}rules ${rulesetVersion}, lists as of ${intelAsOf}`))
}

/** Dollars as people write them; null is unknown. */
export function dollars(amount: number | null): string {
  if (amount === null) return 'unknown'
  const text = Math.abs(amount).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  return `${amount < 0 ? '-' : ''}$${text}`
}

export const yesOrNo = (value: boolean | null | undefined): string | null =>
  value == null ? null : value ? 'yes' : 'no'

export const percent = (value: number | null | undefined): string | null => (value == null ? null : `${value} %`)
