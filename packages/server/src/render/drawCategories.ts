import type { Category } from '@redoubt/risk/detector.ts'
import type { ReportCategory, RiskReport } from '@redoubt/risk/report.ts'
import { type Cell, type Column, drawTable } from './drawTable.ts'
import { PALETTE } from './palette.ts'
import type { Pen, Style } from './pen.ts'

const CATEGORIES: readonly { category: Category; title: string; about: string }[] = [
  { category: 'ownership', title: 'Ownership', about: 'who holds the keys, the powers or the name' },
  { category: 'code', title: 'Code', about: 'what it does to those who use it' },
  { category: 'liquidity', title: 'Liquidity', about: 'whether it can be sold, and for what' },
  { category: 'associations', title: 'Associations', about: 'with whom it deals, and which lists name it' },
]
const COLUMNS: Column[] = [
  { title: 'Category', width: 182 },
  { title: 'Score of 100', width: 172 },
  { title: 'Level', width: 60 },
  { title: 'Weight', width: 42, align: 'right' },
  { title: 'Factors', width: 43.28, align: 'right' },
]
const BAR = { x: 26, width: 130, height: 8 }
const NAME: Style = { font: 'bold', size: 9, colour: PALETTE.ink }
const TEXT: Style = { font: 'sans', size: 9, colour: PALETTE.ink }
const SMALL: Style = { font: 'sans', size: 7.5, colour: PALETTE.muted }

/** The four categories: score as a number and a bar, weight; or that it is not known, or why a category does not apply. */
export function drawCategories(pen: Pen, { riskBreakdown }: RiskReport): void {
  pen.heading(2, 'Where the risk lies', 120)
  drawTable(
    pen,
    COLUMNS,
    CATEGORIES.map(({ category, title, about }) => rowOf(pen, title, about, riskBreakdown[category])),
    { rowHeaders: true },
  )
}

function rowOf(pen: Pen, title: string, about: string, category: ReportCategory): Cell[] {
  const { score, weight, notApplicable, factors, riskLevel, unknown } = category
  const name: Cell = {
    pieces: [
      { text: title, style: NAME },
      { text: about, style: SMALL },
    ],
  }
  const gaps =
    unknown.length === 0 ? [] : [{ text: `not looked at: ${pen.clean(unknown.join(', '), 120)}`, style: SMALL }]
  if (notApplicable !== null)
    return [
      name,
      { pieces: [{ text: `Does not apply: ${pen.clean(notApplicable, 160)}`, style: SMALL }] },
      { pieces: [{ text: '–', style: TEXT }] },
      { pieces: [{ text: `${weight} %`, style: TEXT }] },
      { pieces: [{ text: String(factors.length), style: TEXT }] },
    ]
  if (riskLevel === 'not-known')
    return [
      name,
      { pieces: [{ text: 'not known', style: NAME }, ...gaps] },
      { pieces: [{ text: '–', style: TEXT }] },
      { pieces: [{ text: `${weight} %`, style: TEXT }] },
      { pieces: [{ text: String(factors.length), style: TEXT }] },
    ]
  return [
    name,
    {
      pieces: [{ text: String(score), style: NAME }, ...gaps],
      mark: (x, y) => {
        pen.doc.rect(x + BAR.x, y + 2.5, BAR.width, BAR.height).fill(PALETTE.faint)
        pen.doc.rect(x + BAR.x, y + 2.5, (BAR.width * score) / 100, BAR.height).fill(PALETTE.level[riskLevel])
        pen.doc
          .rect(x + BAR.x, y + 2.5, BAR.width, BAR.height)
          .lineWidth(0.5)
          .stroke(PALETTE.line)
      },
    },
    { pieces: [{ text: riskLevel, style: TEXT }] },
    { pieces: [{ text: `${weight} %`, style: TEXT }] },
    { pieces: [{ text: String(factors.length), style: TEXT }] },
  ]
}
