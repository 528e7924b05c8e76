import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RiskReport } from '@redoubt/risk/report/report.ts'
import { PdfError, type PdfFailure } from '../../domain/ports/pdfError.ts'
import { createReportPdf } from './reportPdf.ts'

const REPORT = {} as RiskReport
const context = { accountId: 'acc_1', signal: new AbortController().signal }
const failing = (reason: PdfFailure) => createReportPdf(() => Promise.reject(new PdfError(reason)))(REPORT, context)

test('a report that cannot be drawn now is refused with when to ask again', async () => {
  await assert.rejects(failing('too-many'), { code: 'RATE_LIMIT_EXCEEDED' })
  for (const reason of ['busy', 'slow'] as const) await assert.rejects(failing(reason), { code: 'OVERLOADED' })
})

test('a report that can never be drawn is a defect', async () => {
  for (const reason of ['failed', 'closed'] as const)
    await assert.rejects(failing(reason), { name: 'PdfError', reason })
})

test('the drawing is answered as it is, for the account that asked', async () => {
  const asked: unknown[] = []
  const pdf = createReportPdf(async (...given) => {
    asked.push(given)
    return Buffer.from('%PDF')
  })
  assert.equal(String(await pdf(REPORT, context)), '%PDF')
  assert.deepEqual(asked, [[REPORT, context]])
})
