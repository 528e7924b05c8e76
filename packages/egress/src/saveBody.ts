import { createHash } from 'node:crypto'
import { open, rm } from 'node:fs/promises'

/** What was written: how much, and its SHA-256 in hex. */
export type Saved = { bytes: number; sha256: string }

/**
 * Writes chunks to a file (mode 0600, replaced when it exists), one in memory at a time. When a chunk cannot be had or written
 * the file is deleted and the error passed on.
 */
export async function saveBody(chunks: AsyncIterable<Buffer>, path: string): Promise<Saved> {
  const file = await open(path, 'w', 0o600)
  const hash = createHash('sha256')
  let bytes = 0
  try {
    for await (const chunk of chunks) {
      hash.update(chunk)
      await file.writeFile(chunk)
      bytes += chunk.length
    }
    await file.close()
    return { bytes, sha256: hash.digest('hex') }
  } catch (error) {
    await file.close().catch(() => undefined)
    await rm(path, { force: true })
    throw error
  }
}
