import { parentPort } from 'node:worker_threads'
import { leaveProcessorToMainThread } from '../../lib/leaveProcessor.ts'
import { analyseCode } from './analysis/analyseCode.ts'
import type { AnalysedCode } from './analysis/code.ts'
import type { BytecodeReply, BytecodeRequest } from './workerMessages.ts'

// Runs in a worker thread that `createAnalysisPool` starts at first use and ends when idle.

if (parentPort === null) throw new Error('bytecodeWorker.ts runs in a worker thread only')
const port = parentPort
leaveProcessorToMainThread()
const post = (reply: BytecodeReply) => port.postMessage(reply)

port.on('message', ({ id, code }: BytecodeRequest) => {
  try {
    const early = (analysed: AnalysedCode) => post({ id, type: 'early', analysed })
    post({ id, type: 'done', analysed: analyseCode(code, early) })
  } catch {
    // A trap of the WebAssembly leaves it unusable; the pool ends this thread.
    post({ id, type: 'failed' })
  }
})
