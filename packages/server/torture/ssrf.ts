import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CannotRun } from '../bench/cannotRun.ts'
import type { TortureOptions, TortureResult } from './main.ts'

const run = promisify(execFile)

/**
 * Hostile URLs against the egress in a network namespace where every address on earth is this machine: whatever is connected to,
 * public or not, a server of ours answers and is told the address that was meant. Needs root or user namespaces.
 */
export default async function ssrf({ data }: TortureOptions): Promise<TortureResult> {
  const flags = (await permitted(['-nm'])) ?? (await permitted(['-rnm']))
  if (flags === null) {
    throw new CannotRun('it needs a network and a mount namespace: run it as root, or allow user namespaces')
  }
  const inside = join(import.meta.dirname, 'ssrf/inNamespace.ts')
  const { stdout } = await run('unshare', [...flags, process.execPath, inside, data], {
    timeout: 1_800_000,
    maxBuffer: 2 ** 24,
  })
  return JSON.parse(stdout) as TortureResult
}

async function permitted(flags: string[]): Promise<string[] | null> {
  const works = await run('unshare', [...flags, 'ip', 'link', 'set', 'lo', 'up']).catch(() => null)
  return works && flags
}
