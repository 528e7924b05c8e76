import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'

// `npm run gen`: writes every generated file; with `--check` it only says which are stale, and fails.

/**
 * One file of scripts/generators: what it generates, by path relative to the repository with `/` between folders.
 * `owns` lists folders in which every file is generated, so that a leftover of a deleted source is found.
 */
export type Generator = () => Promise<Record<string, string>>
export type GeneratorModule = { default: Generator; owns?: readonly string[] }

/** Runs every generator. Returns the paths that differ from what is on disk; writes them unless `check` is set. */
export async function generate(root: string, modules: readonly GeneratorModule[], check: boolean): Promise<string[]> {
  const stale: string[] = []
  for (const module of modules) {
    const files = await module.default()
    for (const [path, content] of Object.entries(files)) {
      const target = join(root, path)
      if ((await readIfThere(target)) === content) continue
      stale.push(path)
      if (check) continue
      await mkdir(dirname(target), { recursive: true })
      await writeFile(target, content)
    }
    for (const orphan of await orphansOf(root, module.owns ?? [], files)) {
      stale.push(orphan)
      if (!check) await rm(join(root, orphan))
    }
  }
  return stale.sort()
}

async function orphansOf(root: string, owned: readonly string[], files: Record<string, string>): Promise<string[]> {
  const orphans: string[] = []
  for (const folder of owned) {
    const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true }).catch(absent)
    for (const entry of entries ?? []) {
      const path = relative(root, join(entry.parentPath, entry.name)).split(sep).join('/')
      if (entry.isFile() && !Object.hasOwn(files, path)) orphans.push(path)
    }
  }
  return orphans
}

async function readIfThere(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch(absent)
}

function absent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

/** The others load what these write. */
const FIRST = ['chains.ts', 'evidence.ts', 'examples.ts']

/** Paths of the generators, in the order in which they run. */
async function generatorsIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const others = names.filter((name) => !FIRST.includes(name)).sort()
  return [...FIRST, ...others].map((name) => join(folder, name))
}

if (import.meta.main) {
  if (process.argv.slice(2).some((argument) => !['--check', '--examples'].includes(argument))) {
    console.log(
      'Usage: npm run gen [-- --check | --examples]\n\n  --check     only says which generated files are stale, and fails\n  --examples  asks the sandbox again for the answers that openapi.json shows',
    )
    process.exit(process.argv.includes('--help') ? 0 : 2)
  }
  const root = join(import.meta.dirname, '..')
  const check = process.argv.includes('--check')
  const stale: string[] = []
  for (const path of await generatorsIn(join(root, 'scripts/generators'))) {
    const module: GeneratorModule = await import(pathToFileURL(path).href)
    stale.push(...(await generate(root, [module], check)))
  }
  if (check && stale.length > 0) {
    console.error(
      `Generated files are stale. Run "npm run gen" and commit:\n${stale.map((path) => `  ${path}`).join('\n')}`,
    )
    process.exitCode = 1
  } else {
    console.log(check ? 'Generated files are up to date.' : `Wrote ${stale.length} generated files.`)
  }
}
