import { PAGE } from './openDocument.ts'
import { PALETTE } from './palette.ts'
import { lineHeight, type Pen, type Style, type Tag } from './pen.ts'

export type Column = { title: string; width: number; align?: 'right' }
/** Text in one style; pieces of a cell stand one below the other. */
export type Piece = { text: string; style: Style }
export type Cell = {
  pieces: Piece[]
  /** Drawn behind the text, and saying nothing that it does not say. Points of the top left of the text. */
  mark?: (x: number, y: number) => void
  /** Points that the text leaves free at the left, for the mark. */
  indent?: number
}

const HEAD: Style = { font: 'bold', size: 7.5, colour: PALETTE.muted }
const PADDING = 5
/** Above and below the text of a row. */
const ROOMY = 3.5
const TIGHT = 1.8
/** Of a cell: a row must fit on one page. */
const MAX_LINES = 44

type LaidCell = { cell: Cell; column: Column; x: number; lines: { text: string; style: Style }[]; height: number }

/**
 * A table over the width of its columns, its header repeated on each page; without titles there is none. A row is never
 * parted. `rowHeaders`: the first cell of each row names it. `tight`: less room between the rows.
 */
export function drawTable(
  pen: Pen,
  columns: Column[],
  rows: Cell[][],
  { rowHeaders = false, tight = false } = {},
): void {
  const table = pen.open('Table')
  const air = tight ? TIGHT : ROOMY
  const titled = columns.some(({ title }) => title !== '')
  const first = rows[0] === undefined ? 0 : heightOf(layOut(pen, columns, rows[0]), air)
  if (titled) {
    pen.ensure(HEAD_HEIGHT + first)
    drawHead(pen, columns, table)
  }
  for (const row of rows) {
    const cells = layOut(pen, columns, row)
    if (pen.ensure(heightOf(cells, air)) && titled) pen.artifact(() => writeHead(pen, columns))
    drawRow(pen, cells, table, rowHeaders, air)
  }
  table.end()
}

const HEAD_HEIGHT = lineHeight(HEAD) + 4

function drawHead(pen: Pen, columns: Column[], table: Tag): void {
  const row = pen.open('TR', table)
  for (const [index, column] of columns.entries())
    pen.tagged('TH', () => writeTitle(pen, columns, index, column), row, { scope: 'Column' })
  row.end()
  pen.artifact(() => rule(pen, columns, pen.y + HEAD_HEIGHT - 1, PALETTE.muted))
  pen.y += HEAD_HEIGHT
}

/** The header again, on a page where the table goes on. */
function writeHead(pen: Pen, columns: Column[]): void {
  for (const [index, column] of columns.entries()) writeTitle(pen, columns, index, column)
  rule(pen, columns, pen.y + HEAD_HEIGHT - 1, PALETTE.muted)
  pen.y += HEAD_HEIGHT
}

function writeTitle(pen: Pen, columns: Column[], index: number, { title, width, align }: Column): void {
  const x = leftOf(columns, index)
  const wide = pen.widthOf(title, HEAD)
  pen.write(title, align === 'right' ? x + width - PADDING - wide : x + PADDING, pen.y, HEAD)
}

function drawRow(pen: Pen, cells: LaidCell[], table: Tag, rowHeaders: boolean, air: number): void {
  const top = pen.y + air
  pen.artifact(() => {
    for (const { cell, x } of cells) cell.mark?.(x + PADDING, top)
  })
  const row = pen.open('TR', table)
  for (const [index, laid] of cells.entries())
    if (rowHeaders && index === 0) pen.tagged('TH', () => writeCell(pen, laid, top), row, { scope: 'Row' })
    else pen.tagged('TD', () => writeCell(pen, laid, top), row)
  row.end()
  pen.y += heightOf(cells, air)
  pen.artifact(() =>
    rule(
      pen,
      cells.map(({ column }) => column),
      pen.y - 0.5,
      PALETTE.line,
    ),
  )
}

function writeCell(pen: Pen, { cell, column, x, lines }: LaidCell, top: number): void {
  let y = top
  for (const { text, style } of lines) {
    const left = x + PADDING + (cell.indent ?? 0)
    pen.write(text, column.align === 'right' ? x + column.width - PADDING - pen.widthOf(text, style) : left, y, style)
    y += lineHeight(style)
  }
}

function layOut(pen: Pen, columns: Column[], row: Cell[]): LaidCell[] {
  return columns.map((column, index) => {
    const cell = row[index] ?? { pieces: [] }
    const lines = cell.pieces.flatMap(({ text, style }) =>
      pen.wrap(text, column.width - 2 * PADDING - (cell.indent ?? 0), style).map((line) => ({ text: line, style })),
    )
    const left = lines.length - MAX_LINES
    const style = lines[MAX_LINES]?.style
    if (style !== undefined) lines.splice(MAX_LINES, left, { text: `… ${left} more lines`, style })
    const height = lines.reduce((sum, { style }) => sum + lineHeight(style), 0)
    return { cell, column, x: leftOf(columns, index), lines, height }
  })
}

const heightOf = (cells: LaidCell[], air: number): number => Math.max(0, ...cells.map(({ height }) => height)) + 2 * air
const leftOf = (columns: Column[], index: number): number =>
  columns.slice(0, index).reduce<number>((sum, { width }) => sum + width, PAGE.left)

function rule(pen: Pen, columns: Column[], y: number, colour: string): void {
  pen.doc.moveTo(PAGE.left, y).lineTo(leftOf(columns, columns.length), y).lineWidth(0.5).stroke(colour)
}
