import type { RiskReport } from '@redoubt/risk/report.ts'
import { drawCategories } from './drawCategories.ts'
import { drawEvidence } from './drawEvidence.ts'
import { drawFactors } from './drawFactors.ts'
import { drawHistory } from './drawHistory.ts'
import { drawPageMarks } from './drawPageMarks.ts'
import { drawRecommendations } from './drawRecommendations.ts'
import { drawSources } from './drawSources.ts'
import { drawVerdict } from './drawVerdict.ts'
import { openDocument } from './openDocument.ts'
import { createPen } from './pen.ts'
import { printable } from './printable.ts'
import { rankFactors } from './rankFactors.ts'

/** Factors that are drawn at most, the worst. */
const MAX_FACTORS = 40
/** Metadata needs no picture of a letter; ASCII is read by every program. */
const inAscii = (codePoint: number) => codePoint < 0x7f

/**
 * Draws a report as a tagged PDF 1.7 on A4. The same report has the same bytes. Text of strangers is drawn as text and
 * nothing else: no link, action or script is ever written. Takes a tenth of a second and more: the service draws in a worker thread,
 * see `createPdfRenderer`.
 */
export function reportPdf(report: RiskReport): Promise<Buffer> {
  const made = new Date(report.summary.generatedAt)
  const doc = openDocument(
    `Risk report: ${printable(report.entity, 400, inAscii)}`,
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
