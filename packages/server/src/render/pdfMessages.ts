import type { RiskReport } from '../risk/report.ts'

export type PdfRequest = { id: number; report: RiskReport }
export type PdfReply = { id: number; bytes: Uint8Array } | { id: number; failure: string }
