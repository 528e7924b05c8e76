import { describeFact, spacedName } from '@redoubt/risk/engine/insufficientData.ts'
import type { RiskReport } from '@redoubt/risk/report/report.ts'
import { type Cell, type Column, drawTable } from './drawTable.ts'
import { PAGE } from './openDocument.ts'
import { PALETTE } from './palette.ts'
import { lineHeight, type Pen, type Style } from './pen.ts'
import { formatTime } from './printable.ts'

const FACTS: Column[] = [
  { title: '', width: 126 },
  { title: '', width: 373.28 },
]
const SOURCES: Column[] = [
  { title: 'Source', width: 329.28 },
  { title: 'As of', width: 170 },
]
const NAME: Style = { font: 'sans', size: 8, colour: PALETTE.muted }
const TEXT: Style = { font: 'sans', size: 8.5, colour: PALETTE.ink }
const VALUE: Style = { font: 'mono', size: 7.5, colour: PALETTE.ink }
const MAX = 40
const ALL_ANSWERED = 'None. Every source answered.'
const NONE_FAILED = 'No source is known to have failed, but these facts are missing.'
const WHAT_UNKNOWN_DOES = 'A missing decisive fact raises the score. Any other missing fact lowers the confidence.'
/** Of a list and its heading, beside its lines, in points. */
const HEADING = 24

/** What the report rests on, and what it could not learn. */
export function drawSources(pen: Pen, report: RiskReport): void {
  const { block, intelAsOf, rulesetVersion, summary, sources, unavailable, unknown } = report
  pen.heading(2, 'Sources of this report', 90)
  const row = (name: string, ...lines: string[]): Cell[] => [
    { pieces: [{ text: name, style: NAME }] },
    { pieces: lines.map((line) => ({ text: pen.clean(line, 200), style: VALUE })) },
  ]
  drawTable(
    pen,
    FACTS,
    [
      ...(block === null ? [] : [row('block', block.number, block.hash)]),
      row('made', formatTime(summary.generatedAt)),
      row('ruleset', rulesetVersion),
      row('oldest list relied on', formatTime(intelAsOf)),
      row('facts', describeFacts(report)),
    ],
    { rowHeaders: true, tight: true },
  )
  drawSourceTable(pen, sources)
  // Together: a page of its own is for more than the last two lines of them.
  pen.ensure(heightOfMissing(report))
  drawMissing(
    pen,
    'Sources that failed',
    unavailable.map(spacedName),
    unknown.length === 0 ? ALL_ANSWERED : NONE_FAILED,
  )
  drawMissing(pen, 'Facts that stayed unknown', [...new Set(unknown.map(describeFact))], 'None.')
  if (unknown.length > 0 || unavailable.length > 0) pen.paragraph(WHAT_UNKNOWN_DOES, { ...TEXT, colour: PALETTE.muted })
}

function describeFacts({ complete, unknown, unavailable }: RiskReport): string {
  if (!complete) return 'Some decisive facts are unknown.'
  const isWhole = unknown.length === 0 && unavailable.length === 0
  return isWhole ? 'All facts are known.' : 'The decisive facts are known; others are unknown.'
}

function drawSourceTable(pen: Pen, sources: RiskReport['sources']): void {
  pen.heading(3, 'Sources', 40)
  if (sources.length === 0) {
    pen.paragraph('No source gave facts.', TEXT)
    return
  }
  drawTable(
    pen,
    SOURCES,
    sources
      .slice(0, MAX)
      .map(({ name, asOf }): Cell[] => [
        { pieces: [{ text: pen.clean(name, 200), style: TEXT }] },
        { pieces: [{ text: asOf === null ? 'no date' : pen.clean(formatTime(asOf), 60), style: TEXT }] },
      ]),
    { tight: true },
  )
  drawMore(pen, sources.length - MAX)
}

function drawMissing(pen: Pen, title: string, names: string[], none: string): void {
  pen.heading(3, title, 24)
  if (names.length === 0) {
    pen.paragraph(none, TEXT)
    return
  }
  const list = pen.open('L')
  for (const name of names.slice(0, MAX)) {
    const item = pen.open('LI', list)
    pen.paragraph(`• ${pen.clean(name, 200)}`, TEXT, { parent: item, type: 'LBody' })
    item.end()
  }
  list.end()
  drawMore(pen, names.length - MAX)
}

/** Of both lists and the words after them, up to a third of a page: longer ones may well be parted. */
function heightOfMissing({ unavailable, unknown }: RiskReport): number {
  const lines = [unavailable, unknown].map((names) => Math.max(1, names.length))
  const all = 2 * HEADING + lines.reduce((sum, count) => sum + (count + 1) * lineHeight(TEXT), 0)
  return Math.min(all, (PAGE.bottom - PAGE.top) / 3)
}

function drawMore(pen: Pen, more: number): void {
  if (more > 0) pen.paragraph(`${more} more in the JSON report.`, { ...TEXT, colour: PALETTE.muted })
}
