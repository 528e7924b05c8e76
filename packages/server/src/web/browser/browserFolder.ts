import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'

/** Process ids mean something on one machine only, and the folder for temporary files may be shared. */
const HOST = createHash('sha256').update(hostname()).digest('hex').slice(0, 8)
const OURS = `redoubt-browser-${HOST}-`

/** A new folder that says whose it is, so that it is removed by another process when this one cannot any more. */
export function makeBrowserFolder(parent = tmpdir()): Promise<string> {
  return mkdtemp(join(parent, `${OURS}${process.pid}-`))
}

/** Removes what processes of this machine left behind that were killed. What belongs to other users stays. */
export async function sweepBrowserFolders(parent = tmpdir()): Promise<void> {
  const names = await readdir(parent).catch(() => [])
  const stale = names.filter((name) => {
    const owner = name.startsWith(OURS) ? /^(\d+)-/.exec(name.slice(OURS.length))?.[1] : undefined
    return owner !== undefined && !lives(Number(owner))
  })
  await Promise.all(
    stale.map((name) => rm(join(parent, name), { recursive: true, force: true }).catch(() => undefined)),
  )
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
