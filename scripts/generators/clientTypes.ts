import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeApi } from '../../packages/server/src/http/openapi/describeApi.ts'

const ROOT = join(import.meta.dirname, '../..')
const TOOL = join(ROOT, 'tools/client')
const COMMAND = join(TOOL, 'node_modules/openapi-typescript/bin/cli.js')
const TARGET = 'packages/client/src/api.generated.ts'

/**
 * Types of the client, by openapi-typescript. The tool needs an older TypeScript, so it is installed apart, and only when the
 * document changed: the first line of the types names the document.
 */
export default async function clientTypes(): Promise<Record<string, string>> {
  const document = JSON.stringify(await describeApi())
  const mark = `// Of openapi.json ${createHash('sha256').update(document).digest('hex').slice(0, 16)}; npm run gen\n`
  const committed = await readFile(join(ROOT, TARGET), 'utf8').catch(() => '')
  if (committed.startsWith(mark)) return { [TARGET]: committed }
  // Only says that they are stale.
  if (process.argv.includes('--check')) return { [TARGET]: mark }
  return { [TARGET]: `${mark}${await typesOf(document)}` }
}

async function typesOf(document: string): Promise<string> {
  if (!existsSync(COMMAND)) execFileSync('npm', ['--prefix', TOOL, 'ci'], { stdio: 'inherit' })
  const folder = await mkdtemp(join(tmpdir(), 'redoubt-types-'))
  try {
    await writeFile(join(folder, 'openapi.json'), document)
    const options = ['--root-types', '--root-types-no-schema-prefix', '-o', 'api.ts']
    execFileSync(process.execPath, [COMMAND, 'openapi.json', ...options], { cwd: folder, stdio: 'pipe' })
    return await readFile(join(folder, 'api.ts'), 'utf8')
  } finally {
    await rm(folder, { recursive: true })
  }
}
