import type { RiskReport } from '@redoubt/risk/report/report.ts'
import { PdfError } from '../../domain/ports/pdfError.ts'
import { ApiError } from '../../errors.ts'

type Context = { accountId: string; signal: AbortSignal }
/** Draws a report. @throws PdfError */
type Draw = (report: RiskReport, context: Context) => Promise<Buffer>

const RETRY_SECONDS = 5

/**
 * Builds the PDF of a report.
 * @throws ApiError RATE_LIMIT_EXCEEDED while too many of the account wait to be drawn, OVERLOADED while too many of all do.
 */
export function createReportPdf(draw: Draw): Draw {
  return (report, { accountId, signal }) => draw(report, { accountId, signal }).catch(refuseForNow)
}

/** What may pass is no defect. */
function refuseForNow(error: unknown): never {
  if (!(error instanceof PdfError) || error.reason === 'failed' || error.reason === 'closed') throw error
  const code = error.reason === 'too-many' ? 'RATE_LIMIT_EXCEEDED' : 'OVERLOADED'
  throw new ApiError(code, { detail: error.message, retryAfter: RETRY_SECONDS }, { cause: error })
}
