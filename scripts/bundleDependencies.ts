import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundledPackages, licencesText } from './bundledLicences.ts'

// Runs after `npm ci` and before packing: writes the ES modules of dependencies that have hundreds of them into a few files, which
// `bin/resolveFast.js` takes in their place (decision 200). Without development dependencies there is no bundler, and the program loads
// the packages as they are installed.

const ROOT = join(import.meta.dirname, '..')
const SERVER = join(ROOT, 'packages/server')
const BUNDLED = join(SERVER, 'bundled')
const MADE = join(ROOT, 'node_modules/.cache/bundled')

/** What the program imports of them. Others are CommonJS, whose names a bundle would not export, or have few modules. */
export const SPECIFIERS = ['kysely', 'typebox', 'typebox/schema', 'uuid', 'viem/accounts', 'viem/utils'] as const

/** Fills an empty folder: a file for each specifier, what they share, `index.json` and the licences. */
export async function bundleDependencies(folder: string): Promise<void> {
  const { rolldown } = await import('rolldown')
  const input = Object.fromEntries(SPECIFIERS.map((specifier) => [fileOf(specifier), specifier]))
  // Side effects and unused code stay: what a package does when it is loaded is its own affair.
  const made = await rolldown({ input, cwd: SERVER, platform: 'node', treeshake: false, logLevel: 'warn' })
  const { output } = await made.write({ dir: folder, format: 'esm', entryFileNames: '[name].js' })
  await made.close()
  const modules = output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []))
  const packages = bundledPackages(modules)
  const entries = SPECIFIERS.map((specifier) => {
    const name = specifier.split('/')[0] ?? ''
    const { version } = packages.find((one) => one.name === name) ?? {}
    if (version === undefined) throw new Error(`${specifier} is not in the bundle of dependencies.`)
    return [specifier, { package: name, version, file: `${fileOf(specifier)}.js` }] as const
  })
  writeFileSync(join(folder, 'index.json'), `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`)
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n')
  writeFileSync(join(folder, 'licences.txt'), licencesText(packages))
}

function fileOf(specifier: string): string {
  return specifier.replace('/', '-')
}

if (import.meta.main && existsSync(join(ROOT, 'node_modules/rolldown'))) {
  rmSync(MADE, { recursive: true, force: true })
  mkdirSync(MADE, { recursive: true })
  await bundleDependencies(MADE)
  // All at once and last: what runs meanwhile finds the old files or the new ones.
  rmSync(BUNDLED, { recursive: true, force: true })
  renameSync(MADE, BUNDLED)
}
