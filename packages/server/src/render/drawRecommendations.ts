import type { RiskReport } from '@redoubt/risk/report.ts'
import { PAGE } from './openDocument.ts'
import { PALETTE } from './palette.ts'
import { lineHeight, type Pen, type Style } from './pen.ts'

const TEXT: Style = { font: 'sans', size: 9, colour: PALETTE.ink }
const INDENT = 16

/** What to do, as a numbered list. */
export function drawRecommendations(pen: Pen, { recommendations }: RiskReport): void {
  pen.heading(2, 'What to do')
  if (recommendations.length === 0) {
    pen.paragraph('Nothing needs to be done.')
    return
  }
  const list = pen.open('L')
  for (const [index, advice] of recommendations.entries()) {
    // Label and first line stay together.
    pen.ensure(2 * lineHeight(TEXT))
    const item = pen.open('LI', list)
    pen.tagged('Lbl', () => pen.write(`${index + 1}.`, PAGE.left, pen.y, TEXT), item)
    pen.paragraph(pen.clean(advice, 500), TEXT, { x: PAGE.left + INDENT, parent: item, type: 'LBody' })
    item.end()
    pen.y += 3
  }
  list.end()
}
