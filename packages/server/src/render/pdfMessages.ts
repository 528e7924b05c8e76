import type { RiskReport } from '@redoubt/risk/report/report.ts'

export type PdfRequest = { id: number; report: RiskReport }
export type PdfReply = { id: number; bytes: Uint8Array } | { id: number; failure: string }
