import { createHash } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { SandboxFolderUnusable } from '../domain/sourceErrors.ts'

/** Process ids mean something on one machine only, and the folder may be shared. */
const HOST = createHash('sha256').update(hostname()).digest('hex').slice(0, 8)

/** How the folders of this process begin, `sandbox-HOST-PID-`: who finds one knows whether its owner still lives. */
export const FOLDER_PREFIX = `sandbox-${HOST}-${process.pid}-`

/**
 * Removes what processes of this machine left behind that were killed before they could: anvil spills its history
 * there. Folders of other machines stay.
 * @throws Error when the folder cannot be read or something in it cannot be removed.
 */
export async function sweepStaleFolders(cacheDir: string): Promise<void> {
  const names = await readdir(cacheDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new SandboxFolderUnusable({ cause: error })
  })
  const stale = names.filter((name) => {
    const owner = name.startsWith(`sandbox-${HOST}-`) ? /^sandbox-[0-9a-f]{8}-(\d+)-/.exec(name)?.[1] : undefined
    return owner !== undefined && !lives(Number(owner))
  })
  await Promise.all(stale.map((name) => rm(join(cacheDir, name), { recursive: true, force: true })))
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}
