import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Older ones belong to processes that were killed: no refresh takes as long. */
const STALE_MS = 3_600_000

/**
 * Lends a path for a file that does not exist yet, in a folder of its own that only this user can read, and deletes both
 * afterwards. What killed processes left is swept on the way.
 * @param cacheDir folder for what is never needed again once lost; made when missing.
 */
export async function withTemporaryFile<Result>(
  cacheDir: string,
  use: (file: string) => Promise<Result>,
): Promise<Result> {
  const parent = join(cacheDir, 'feeds')
  await mkdir(parent, { recursive: true, mode: 0o700 })
  await sweep(parent)
  const folder = await mkdtemp(join(parent, 'list-'))
  try {
    return await use(join(folder, 'list'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function sweep(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith('list-')) continue
    const path = join(parent, name)
    // Another process may be deleting it at this moment.
    const changed = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => null,
    )
    if (changed !== null && Date.now() - changed > STALE_MS) await rm(path, { recursive: true, force: true })
  }
}
