import { parentPort } from 'node:worker_threads'
import { leaveProcessorToMainThread } from '../../../lib/leaveProcessor.ts'
import { type DecodedCode, decodeCodes } from './decodeCodes.ts'

// Runs in a worker thread that `createCodeReader` starts at first use and ends when idle.

export type CodeRequest = { id: number; png: string }
export type CodeReply = { id: number; codes: DecodedCode[] | null }

if (parentPort === null) throw new Error('codeWorker.ts runs in a worker thread only')
const port = parentPort
leaveProcessorToMainThread()

port.on('message', async ({ id, png }: CodeRequest) => {
  const codes = await decodeCodes(Buffer.from(png, 'base64')).catch(() => null)
  port.postMessage({ id, codes } satisfies CodeReply)
})
