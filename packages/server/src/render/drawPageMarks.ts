import type { RiskReport } from '@redoubt/risk/report.ts'
import { LONGEST_ENTITY } from './longestEntity.ts'
import { PAGE } from './openDocument.ts'
import { PALETTE } from './palette.ts'
import type { Pen, Style } from './pen.ts'

const TEXT: Style = { font: 'sans', size: 7.5, colour: PALETTE.muted }
const ENTITY: Style = { font: 'mono', size: 7.5, colour: PALETTE.ink }
/** What fits on one line; longer entities are shown whole on the first page. */
const LONGEST = 88
/** Of a name beside the address that it stands for. */
const LONGEST_NAME = 42

/** On every page: what it is a page of, and which. Drawn last, when their number is known. */
export function drawPageMarks(pen: Pen, report: RiskReport): void {
  const { summary, rulesetVersion } = report
  const { start, count } = pen.doc.bufferedPageRange()
  const name = nameOf(pen, report)
  const made = pen.clean(`Redoubt · ruleset ${rulesetVersion} · ${summary.generatedAt}`, 100)
  for (let page = start; page < start + count; page++) {
    pen.doc.switchToPage(page)
    pen.artifact(() => {
      pen.write('Risk report', PAGE.left, 34, TEXT)
      pen.write(name, PAGE.right - pen.widthOf(name, ENTITY), 34, ENTITY)
      rule(pen, 50)
      rule(pen, PAGE.bottom + 14)
      pen.write(made, PAGE.left, PAGE.bottom + 18, TEXT)
      const number = `Page ${page - start + 1} of ${count}`
      pen.write(number, PAGE.right - pen.widthOf(number, TEXT), PAGE.bottom + 18, TEXT)
    }, 'Pagination')
  }
}

function nameOf(pen: Pen, { entity, canonical }: RiskReport): string {
  const name = pen.clean(entity, LONGEST_ENTITY)
  if (canonical.toLowerCase() === entity.toLowerCase()) return shorten(name, LONGEST)
  return `${shorten(name, LONGEST_NAME)} = ${pen.clean(canonical, LONGEST_NAME)}`
}

/** The middle goes: host and end say most. */
function shorten(text: string, longest: number): string {
  const letters = [...text]
  if (letters.length <= longest) return text
  return `${letters.slice(0, longest - 21).join('')}…${letters.slice(-20).join('')}`
}

function rule(pen: Pen, y: number): void {
  pen.doc.moveTo(PAGE.left, y).lineTo(PAGE.right, y).lineWidth(0.5).stroke(PALETTE.line)
}
