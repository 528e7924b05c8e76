import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { assertPermissive, type ProductionPackage } from './licences.ts'

/** A package whose code is part of a file of ours, with the text that its licence asks to be handed on. */
type BundledPackage = ProductionPackage & { text: string }

const FOLDER = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/

/**
 * Returns the packages of other projects that modules belong to, by name.
 * @param modules absolute paths, as a bundler names them; those that are below no `node_modules` are our own.
 * @throws Error where the licence of one is not permissive.
 */
export function bundledPackages(modules: Iterable<string>): BundledPackage[] {
  const folders = new Set<string>()
  for (const module of modules) {
    const [folder] = FOLDER.exec(module.replace(/^\0/, '').split('?')[0] ?? '') ?? []
    if (folder !== undefined) folders.add(folder)
  }
  const packages = [...folders].map(packageIn).sort((a, b) => (a.name < b.name ? -1 : 1))
  assertPermissive(packages)
  return packages
}

function packageIn(folder: string): BundledPackage {
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    name: string
    version: string
    license?: string
    author?: string | { name: string }
  }
  const licence = license ?? 'none named'
  const [file] = globSync('{LICEN[CS]E,licen[cs]e}{,.*}', { cwd: folder }).sort()
  const by = typeof author === 'string' ? author : author?.name
  const text =
    file === undefined
      ? `The package holds no text of its licence. Its package.json names ${licence}${by === undefined ? '' : `, by ${by}`}.`
      : readFileSync(join(folder, file), 'utf8').trim()
  return { name, version, licence, text }
}

/** The file that is handed on beside the code. */
export function licencesText(packages: readonly BundledPackage[]): string {
  const parts = packages.map(({ name, version, licence, text }) => `${name} ${version} (${licence})\n\n${text}\n`)
  return `Code of these packages is part of the files beside this one.\n\n${parts.join(`\n${'-'.repeat(72)}\n\n`)}`
}
