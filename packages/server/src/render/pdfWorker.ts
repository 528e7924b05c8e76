import { parentPort } from 'node:worker_threads'
import { leaveProcessorToMainThread } from '../lib/leaveProcessor.ts'
import type { PdfReply, PdfRequest } from './pdfMessages.ts'
import { reportPdf } from './reportPdf.ts'

// Runs in a worker thread that `createPdfRenderer` starts at first use and ends when idle.

if (parentPort === null) throw new Error('pdfWorker.ts runs in a worker thread only')
const port = parentPort
leaveProcessorToMainThread()
const post = (reply: PdfReply) => port.postMessage(reply)

port.on('message', async ({ id, report }: PdfRequest) => {
  try {
    post({ id, bytes: await reportPdf(report) })
  } catch (error) {
    post({ id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})
