import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const SERVER = join(import.meta.dirname, '..')
/** Sources of a checkout, or what was built of them: whichever this file is of. */
const RISK = dirname(fileURLToPath(import.meta.resolve(`@redoubt/risk/address${extname(import.meta.filename)}`)))
/** What runs: no tests, types, maps or sandbox. */
const CODE = /(?<!\.(?:d|test|e2e))\.(?:ts|js|json)$/
const ASIDE = /(?:^|\/)(?:testing|sandbox|conformance)\//

let digest: Promise<string> | null = null

/**
 * Names the code of this program: SHA-256 of what judges, and of the versions of what it depends on. The same version of the program has
 * several between two releases.
 */
export function codeDigest(): Promise<string> {
  digest ??= digestOf([
    { folder: SERVER, file: '../package.json' },
    ...[SERVER, RISK].map((folder) => ({ folder, file: null })),
  ]).catch((error: unknown) => {
    digest = null
    throw error
  })
  return digest
}

async function digestOf(parts: readonly { folder: string; file: string | null }[]): Promise<string> {
  const sum = createHash('sha256')
  for (const { folder, file } of parts)
    for (const name of file === null ? await codeIn(folder) : [file])
      sum
        .update(`${name}\0`)
        .update(await readFile(join(folder, name)))
        .update('\0')
  return sum.digest('hex')
}

async function codeIn(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true })
  return names
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => CODE.test(name) && !ASIDE.test(name))
    .sort()
}
