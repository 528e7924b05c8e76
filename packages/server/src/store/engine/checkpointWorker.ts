import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

// A thread that writes SQLite's log into the file whenever it is asked to, and answers when that is done.
const database = new DatabaseSync(workerData as string)
parentPort?.on('message', (message: 'checkpoint' | 'end') => {
  try {
    // Passive: waits for no reader or writer, and what it cannot write now the next one does.
    if (message === 'checkpoint') database.exec('pragma wal_checkpoint(passive)')
    else database.close()
  } finally {
    parentPort?.postMessage('done')
    if (message === 'end') parentPort?.close()
  }
})
