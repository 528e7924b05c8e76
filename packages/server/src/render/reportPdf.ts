import type { Category } from '@redoubt/risk/engine/detector.ts'
import { describeFact, INSUFFICIENT_DATA, spacedName } from '@redoubt/risk/engine/insufficientData.ts'
import type { ReportCategory, RiskReport } from '@redoubt/risk/report/report.ts'
import { drawFactors, type RankedFactor, rankFactors } from './drawFactors.ts'
import { drawHistory } from './drawHistory.ts'
import { drawSources } from './drawSources.ts'
import { type Cell, type Column, drawTable } from './drawTable.ts'
import { drawVerdict, titleOf } from './drawVerdict.ts'
import { LONGEST_ENTITY } from './longestEntity.ts'
import { openDocument, PAGE } from './openDocument.ts'
import { PALETTE } from './palette.ts'
import { createPen, lineHeight, type Pen, type Style } from './pen.ts'
import { formatTime, printable, withDates } from './printable.ts'

const CATEGORIES: readonly { category: Category; title: string; about: string }[] = [
  { category: 'ownership', title: 'Ownership', about: 'owner keys, privileges and names' },
  { category: 'code', title: 'Code', about: 'what the code or the page does to its users' },
  { category: 'liquidity', title: 'Liquidity', about: 'whether the token can be sold, and at which price' },
  { category: 'associations', title: 'Associations', about: 'counterparties, and lists that name it' },
]

const CATEGORY_COLUMNS: Column[] = [
  { title: 'Category', width: 182 },
  { title: 'Score of 100', width: 172 },
  { title: 'Level', width: 60 },
  { title: 'Weight', width: 42, align: 'right' },
  { title: 'Factors', width: 43.28, align: 'right' },
]

const BAR = { x: 26, width: 130, height: 8 }

const CATEGORY_NAME: Style = { font: 'bold', size: 9, colour: PALETTE.ink }

const MUTED: Style = { font: 'sans', size: 7.5, colour: PALETTE.muted }

const MONO: Style = { font: 'mono', size: 7.5, colour: PALETTE.ink }

/** What fits on one line; longer entities are shown whole on the first page. */
const LONGEST_ON_LINE = 88

/** Of a name beside the address that it stands for. */
const LONGEST_NAME = 42

const MAX_MEMBERS = 16

const MAX_ELEMENTS = 12

/** Identifiers of two words and more. */
const KEBAB_CASE = /^[a-z]+(?:-[a-z]+)+$/

/** Of one value, in UTF-16 units: an address or hash is far shorter. */
const LONGEST_VALUE = 400

const EVIDENCE_COLUMNS: Column[] = [
  { title: '', width: 126 },
  { title: '', width: 373.28 },
]

/** Evidence that goes on for longer is for programs to read. */
const MAX_EVIDENCE_PAGES = 8

const SMALL: Style = { font: 'sans', size: 8, colour: PALETTE.muted }

const TEXT: Style = { font: 'sans', size: 9, colour: PALETTE.ink }

const INDENT = 16

/** Factors that are drawn at most, the worst. */
const MAX_FACTORS = 40

/** Metadata needs no picture of a letter; ASCII is read by every program. */
const inAscii = (codePoint: number) => codePoint < 0x7f
const asciiPunctuation = (text: string) => text.replaceAll('—', '-').replaceAll('…', '...')

/**
 * Draws a report as a tagged PDF 1.7 on A4. The same report has the same bytes. Text of strangers is drawn as text and
 * nothing else: no link, action or script is ever written. Takes a tenth of a second and more: the service draws in a worker thread,
 * see `createPdfRenderer`.
 */
export function reportPdf(report: RiskReport): Promise<Buffer> {
  const made = new Date(report.summary.generatedAt)
  const doc = openDocument(
    printable(asciiPunctuation(`${titleOf(report)}: ${report.entity}`), 400, inAscii),
    `Risk score ${report.summary.riskScore} of 100, ${report.summary.riskLevel}`,
    Number.isNaN(made.getTime()) ? new Date(0) : made,
  )
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  doc.on('end', () => resolve(Buffer.concat(chunks)))
  doc.on('error', reject)

  const pen = createPen(doc)
  const factors = rankFactors(report)
  const drawn = factors.slice(0, MAX_FACTORS)
  drawVerdict(pen, report)
  drawCategories(pen, report)
  drawRecommendations(pen, report)
  drawHistory(pen, report)
  drawFactors(pen, drawn, factors.length - drawn.length)
  drawEvidence(pen, drawn)
  drawSources(pen, report)
  pen.close()
  drawPageMarks(pen, report)
  doc.end()
  return promise
}

/** The four categories: score as a number and a bar, weight; or that it is not known, or why a category does not apply. */
function drawCategories(pen: Pen, { riskBreakdown }: RiskReport): void {
  pen.heading(2, 'Where the risk lies', 120)
  drawTable(
    pen,
    CATEGORY_COLUMNS,
    CATEGORIES.map(({ category, title, about }) => rowOf(pen, title, about, riskBreakdown[category])),
    { rowHeaders: true },
  )
}

function rowOf(pen: Pen, title: string, about: string, category: ReportCategory): Cell[] {
  const { score, weight, notApplicable, factors, riskLevel, unknown } = category
  const name: Cell = {
    pieces: [
      { text: title, style: CATEGORY_NAME },
      { text: about, style: MUTED },
    ],
  }
  const gaps =
    unknown.length === 0
      ? []
      : [{ text: `not looked at: ${pen.clean([...new Set(unknown.map(describeFact))].join(', '), 120)}`, style: MUTED }]
  if (notApplicable !== null)
    return [
      name,
      { pieces: [{ text: `Does not apply: ${pen.clean(notApplicable, 160)}`, style: MUTED }] },
      { pieces: [{ text: '–', style: TEXT }] },
      { pieces: [{ text: `${weight} %`, style: TEXT }] },
      { pieces: [{ text: String(factors.length), style: TEXT }] },
    ]
  if (riskLevel === 'not-known')
    return [
      name,
      { pieces: [{ text: 'not known', style: CATEGORY_NAME }, ...gaps] },
      { pieces: [{ text: '–', style: TEXT }] },
      { pieces: [{ text: `${weight} %`, style: TEXT }] },
      { pieces: [{ text: String(factors.length), style: TEXT }] },
    ]
  return [
    name,
    {
      pieces: [{ text: String(score), style: CATEGORY_NAME }, ...gaps],
      mark: (x, y) => {
        pen.doc.rect(x + BAR.x, y + 2.5, BAR.width, BAR.height).fill(PALETTE.faint)
        pen.doc.rect(x + BAR.x, y + 2.5, (BAR.width * score) / 100, BAR.height).fill(PALETTE.level[riskLevel])
        pen.doc
          .rect(x + BAR.x, y + 2.5, BAR.width, BAR.height)
          .lineWidth(0.5)
          .stroke(PALETTE.line)
      },
    },
    // Nothing is called safe above facts that were not looked at.
    { pieces: [{ text: riskLevel === 'safe' && unknown.length > 0 ? 'incomplete' : riskLevel, style: TEXT }] },
    { pieces: [{ text: `${weight} %`, style: TEXT }] },
    { pieces: [{ text: String(factors.length), style: TEXT }] },
  ]
}

/** What to do, as a numbered list. */
function drawRecommendations(pen: Pen, { recommendations }: RiskReport): void {
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

/** Draws the evidence of each factor, for the reader to check; numbers are those of the table of factors. */
function drawEvidence(pen: Pen, factors: RankedFactor[]): void {
  pen.heading(2, 'Evidence', 70)
  const witnessed = factors.flatMap((factor, index) => {
    const tables = factor.evidences
      .map((evidence) => evidenceRows(worded(factor.id, evidence)))
      .filter((rows) => rows.length > 0)
    return tables.map((rows, place) => ({
      rows,
      title: `${index + 1}. ${pen.clean(factor.title, 160)}${tables.length > 1 ? ` (${place + 1} of ${tables.length})` : ''}`,
    }))
  })
  if (witnessed.length === 0) {
    pen.paragraph('No factor has evidence beyond its description.')
    return
  }
  pen.paragraph('The facts behind each finding. Numbers are those of the table above.', SMALL)
  const first = pen.pages()
  for (const [index, { title, rows }] of witnessed.entries()) {
    if (pen.pages() - first >= MAX_EVIDENCE_PAGES) {
      pen.y += 6
      pen.paragraph(`The JSON report has the evidence of ${witnessed.length - index} more factors.`, SMALL)
      return
    }
    pen.heading(3, title, 30)
    drawTable(
      pen,
      EVIDENCE_COLUMNS,
      rows.map(({ name, lines }): Cell[] => [
        { pieces: [{ text: pen.clean(name, 60), style: MUTED }] },
        // Room for a value whose every letter must be named.
        { pieces: lines.map((line) => ({ text: pen.clean(withDates(line), 600), style: MONO })) },
      ]),
      { rowHeaders: true, tight: true },
    )
  }
}

/** A member of evidence in words a person reads; a list has one line for each element. */
type EvidenceRow = { name: string; lines: string[] }

/** Names of facts in words; the JSON report has the names. */
function worded(id: string, evidence: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { missing } = evidence
  if (id !== INSUFFICIENT_DATA || !Array.isArray(missing)) return evidence
  return { ...evidence, missing: [...new Set(missing.map((name) => describeFact(String(name))))] }
}

/**
 * Evidence as rows. Values are never cut except where they are longer than any address or hash, and where something is left
 * out the last line says so. Text is not yet safe to draw.
 */
export function evidenceRows(evidence: Readonly<Record<string, unknown>>): EvidenceRow[] {
  const members = Object.entries(evidence)
  const rows = members.slice(0, MAX_MEMBERS).map(([name, value]) => ({ name: formatName(name), lines: linesOf(value) }))
  const left = members.length - MAX_MEMBERS
  return left > 0 ? [...rows, { name: 'more', lines: [`${left} more in the JSON report`] }] : rows
}

function linesOf(value: unknown): string[] {
  if (!Array.isArray(value)) return [formatValue(value)]
  if (value.length === 0) return ['none']
  const left = value.length - MAX_ELEMENTS
  const lines = value.slice(0, MAX_ELEMENTS).map(formatValue)
  return left > 0 ? [...lines, `and ${left} more in the JSON report`] : lines
}

function formatValue(value: unknown): string {
  if (value === null || value === undefined) return 'not known'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const text = typeof value === 'object' ? (JSON.stringify(value) ?? '') : String(value)
  if (text === '') return '(empty)'
  if (KEBAB_CASE.test(text)) return spacedName(text)
  return text.length <= LONGEST_VALUE
    ? text
    : `${text.slice(0, LONGEST_VALUE)} … (${text.length} characters in the JSON report)`
}

/** `delegateHasCode` is read as `delegate has code`. */
function formatName(name: string): string {
  return spacedName(name.slice(0, 60)).toLowerCase()
}

/** On every page: what it is a page of, and which. Drawn last, when their number is known. */
function drawPageMarks(pen: Pen, report: RiskReport): void {
  const { summary, rulesetVersion } = report
  const { start, count } = pen.doc.bufferedPageRange()
  const name = nameOf(pen, report)
  const made = pen.clean(`Redoubt · ruleset ${rulesetVersion} · ${formatTime(summary.generatedAt)}`, 100)
  for (let page = start; page < start + count; page++) {
    pen.doc.switchToPage(page)
    pen.artifact(() => {
      pen.write('Risk report', PAGE.left, 34, MUTED)
      pen.write(name, PAGE.right - pen.widthOf(name, MONO), 34, MONO)
      rule(pen, 50)
      rule(pen, PAGE.bottom + 14)
      pen.write(made, PAGE.left, PAGE.bottom + 18, MUTED)
      const number = `Page ${page - start + 1} of ${count}`
      pen.write(number, PAGE.right - pen.widthOf(number, MUTED), PAGE.bottom + 18, MUTED)
    }, 'Pagination')
  }
}

function nameOf(pen: Pen, { entity, canonical }: RiskReport): string {
  const name = pen.clean(entity, LONGEST_ENTITY)
  if (canonical.toLowerCase() === entity.toLowerCase()) return shorten(name, LONGEST_ON_LINE)
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
