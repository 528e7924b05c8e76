import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { type LastTime, type ListFile, MAX_LIST_BYTES } from './downloadList.ts'

/**
 * Copies a list that is a file of this machine, so that what is imported is what was hashed even while it is rewritten.
 * Its identity, size and time of change serve as ETag: an untouched file is not read again. It is as old as its last change:
 * that it can still be read says nothing of the world.
 * @throws Error naming the file, when it is missing, no plain file, too large, or changed while it was read.
 */
export async function copyList(
  { location, file, lastTime }: { location: string; file: string; lastTime: LastTime },
  signal: AbortSignal,
): Promise<ListFile> {
  const { etag, size, asOf } = await look(location)
  const validators = { etag, lastModified: null }
  if (lastTime?.etag === etag) return { changed: false, validators, asOf }
  if (size > MAX_LIST_BYTES) throw new Error(`${location} has more than ${MAX_LIST_BYTES} bytes.`)
  const hash = createHash('sha256')
  let bytes = 0
  await pipeline(
    createReadStream(location, { end: MAX_LIST_BYTES }),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        bytes += chunk.length
        yield chunk
      }
    },
    createWriteStream(file, { mode: 0o600, flags: 'wx' }),
    { signal },
  )
  if ((await look(location)).etag !== etag) throw new Error(`${location} changed while it was read.`)
  return { changed: true, validators, asOf, sha256: hash.digest('hex'), bytes }
}

async function look(location: string): Promise<{ etag: string; size: number; asOf: number }> {
  const found = await stat(location, { bigint: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') throw new Error(`There is no file ${location}.`)
    throw new Error(`${location} cannot be read: ${error.code}.`)
  })
  // A device or a pipe may never end.
  if (!found.isFile()) throw new Error(`${location} is no plain file.`)
  return {
    etag: `"${found.ino}-${found.size}-${found.mtimeNs}"`,
    size: Number(found.size),
    asOf: Number(found.mtimeMs),
  }
}
