import { type Cell, type Column, drawTable } from './drawTable.ts'
import { evidenceRows } from './evidenceRows.ts'
import { PALETTE } from './palette.ts'
import type { Pen, Style } from './pen.ts'
import type { RankedFactor } from './rankFactors.ts'

const COLUMNS: Column[] = [
  { title: '', width: 126 },
  { title: '', width: 373.28 },
]
/** Evidence that goes on for longer is for programs to read. */
const MAX_PAGES = 8
const NAME: Style = { font: 'sans', size: 7.5, colour: PALETTE.muted }
const VALUE: Style = { font: 'mono', size: 7.5, colour: PALETTE.ink }
const SMALL: Style = { font: 'sans', size: 8, colour: PALETTE.muted }

/** Draws the evidence of each factor, for the reader to check; numbers are those of the table of factors. */
export function drawEvidence(pen: Pen, factors: RankedFactor[]): void {
  pen.heading(2, 'Evidence', 70)
  const witnessed = factors.flatMap((factor, index) => {
    const rows = evidenceRows(factor.evidence)
    return rows.length > 0 ? [{ factor, number: index + 1, rows }] : []
  })
  if (witnessed.length === 0) {
    pen.paragraph('None of the factors has evidence beside its description.')
    return
  }
  pen.paragraph('The facts behind each finding. Numbers are those of the table above.', SMALL)
  const first = pen.pages()
  for (const [index, { factor, number, rows }] of witnessed.entries()) {
    if (pen.pages() - first >= MAX_PAGES) {
      pen.y += 6
      pen.paragraph(`The evidence of ${witnessed.length - index} more is in the JSON report.`, SMALL)
      return
    }
    pen.heading(3, `${number}. ${pen.clean(factor.title, 160)}`, 30)
    drawTable(
      pen,
      COLUMNS,
      rows.map(({ name, lines }): Cell[] => [
        { pieces: [{ text: pen.clean(name, 60), style: NAME }] },
        // Room for a value whose every letter must be named.
        { pieces: lines.map((line) => ({ text: pen.clean(line, 600), style: VALUE })) },
      ]),
      { rowHeaders: true, tight: true },
    )
  }
}
