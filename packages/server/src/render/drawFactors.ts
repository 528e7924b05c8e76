import type { Category } from '@redoubt/risk/engine/detector.ts'
import type { Severity } from '@redoubt/risk/engine/finding.ts'
import type { ReportFactor, RiskReport } from '@redoubt/risk/report/report.ts'
import { type Cell, type Column, drawTable } from './drawTable.ts'
import { PALETTE } from './palette.ts'
import type { Pen, Style } from './pen.ts'
import { withDates } from './printable.ts'

const WORST_FIRST: readonly Severity[] = ['critical', 'high', 'medium', 'low', 'info']

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const COLUMNS: Column[] = [
  { title: '#', width: 22, align: 'right' },
  { title: 'Severity', width: 62 },
  { title: 'Finding', width: 291 },
  { title: 'Category', width: 76 },
  { title: 'Impact', width: 48.28, align: 'right' },
]
/** Of the same kind in one row. */
const MAX_DESCRIPTIONS = 5

const CHIP = { width: 50, height: 12 }
const TITLE: Style = { font: 'bold', size: 8.5, colour: PALETTE.ink }
const TEXT: Style = { font: 'sans', size: 8.5, colour: PALETTE.ink }
const SMALL: Style = { font: 'sans', size: 8, colour: PALETTE.muted }

/**
 * The factors, the severest first, with the points that each adds to the score.
 * @param left how many more there are that are not drawn.
 */
export function drawFactors(pen: Pen, factors: RankedFactor[], left: number): void {
  pen.heading(2, 'What was found', 80)
  if (factors.length === 0) {
    pen.paragraph('No finding raises or lowers the score.')
    return
  }
  pen.paragraph(
    'Sorted by severity, then by points. Impact is a number of points; a negative one lowers the score.',
    SMALL,
  )
  pen.y += 4
  drawTable(
    pen,
    COLUMNS,
    factors.map((factor, index) => rowOf(pen, factor, index + 1)),
  )
  if (left === 0) return
  pen.y += 4
  pen.paragraph(`${left} more ${left === 1 ? 'factor is' : 'factors are'} in the JSON report.`, SMALL)
}

function rowOf(pen: Pen, { severity, category, impact, ...factor }: RankedFactor, number: number): Cell[] {
  const shown = factor.descriptions.slice(0, MAX_DESCRIPTIONS)
  const left = factor.descriptions.length - shown.length
  const descriptions = left > 0 ? [...shown, `${left} more in the JSON report.`] : shown
  const chip: Style = { font: 'bold', size: 7, colour: PALETTE.onSeverity[severity] }
  return [
    { pieces: [{ text: String(number), style: TEXT }] },
    {
      pieces: [{ text: severity.toUpperCase(), style: { ...chip, size: 7 } }],
      mark: (x, y) => pen.doc.roundedRect(x, y - 1, CHIP.width, CHIP.height, 2).fill(PALETTE.severity[severity]),
      indent: (CHIP.width - pen.widthOf(severity.toUpperCase(), chip)) / 2,
    },
    {
      pieces: [
        { text: pen.clean(titleOfFactor(factor), 170), style: TITLE },
        ...descriptions.map((text) => ({ text: pen.clean(withDates(text)), style: TEXT })),
      ],
    },
    { pieces: [{ text: category, style: TEXT }] },
    { pieces: [{ text: impact > 0 ? `+${impact}` : String(impact), style: TITLE }] },
  ]
}

/** The title, and how many findings it stands for where there are more. */
export function titleOfFactor({ title, count }: Pick<RankedFactor, 'title' | 'count'>): string {
  return count > 1 ? `${title} (${count} times)` : title
}

/** Findings of one kind as one: `descriptions` and `evidences` of each, `count` of them, and the sum of their impacts. */
export type RankedFactor = Omit<ReportFactor, 'description' | 'evidence'> & {
  category: Category
  count: number
  descriptions: string[]
  evidences: ReportFactor['evidence'][]
}

/** The factors of all categories, one for each kind, the severest first, then those with most points; the same order every time. */
export function rankFactors({ riskBreakdown }: Pick<RiskReport, 'riskBreakdown'>): RankedFactor[] {
  const all = (Object.keys(riskBreakdown) as Category[]).flatMap((category) =>
    [
      ...Map.groupBy(
        riskBreakdown[category].factors,
        ({ id, severity, title }) => `${id} ${severity} ${title}`,
      ).values(),
    ].flatMap((alike) => mergeFactors(alike, category)),
  )
  return all.sort(
    (a, b) =>
      WORST_FIRST.indexOf(a.severity) - WORST_FIRST.indexOf(b.severity) ||
      b.impact - a.impact ||
      compare(a.id, b.id) ||
      compare(a.title, b.title),
  )
}

function mergeFactors(factors: readonly ReportFactor[], category: Category): RankedFactor[] {
  // Each description once: evidence can be large, and is not compared.
  const byText = new Map(factors.map((factor) => [factor.description, factor]))
  const alike = [...byText.values()].sort((a, b) => compare(a.description, b.description))
  const [first] = alike
  if (first === undefined) return []
  const { description: _, evidence: __, ...shared } = first
  const merged: RankedFactor = {
    ...shared,
    category,
    impact: factors.reduce((sum, { impact }) => sum + impact, 0),
    count: factors.length,
    descriptions: alike.map(({ description }) => description),
    evidences: alike.slice(0, MAX_DESCRIPTIONS).map(({ evidence }) => evidence),
  }
  return [merged]
}
