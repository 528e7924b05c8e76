import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** Conditions of an import map that a browser would be given, in any order: the package's own order decides. */
const CONDITIONS = new Set(['browser', 'import', 'default'])
const IMPORT = /^\s*(?:import|export)\b(?:[^'"`;]*?\bfrom)?\s*['"]([^'"]+)['"]/gm

type ImportMap = { scopes: Record<string, Record<string, string>> }

/**
 * Returns the import map with which a browser runs the modules that `entry` imports: where each package finds the packages it
 * names. Addresses are paths of files below `root`.
 */
export function createImportMap(entry: string, root: string): ImportMap {
  const scopes: ImportMap['scopes'] = {}
  const seen = new Set<string>()
  const open = [entry]
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (seen.has(file)) continue
    seen.add(file)
    const text = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
    for (const [, name = ''] of text.matchAll(IMPORT)) {
      const target = name.startsWith('.')
        ? fileURLToPath(new URL(name, pathToFileURL(file)))
        : resolvePackage(name, file)
      open.push(target)
      if (name.startsWith('.')) continue
      const own = findPackageJSON(pathToFileURL(file))
      const scope = `/${own === undefined ? '' : `${dirname(own).slice(root.length + 1)}/`}`
      scopes[scope] = { ...scopes[scope], [name]: target.slice(root.length) }
    }
  }
  return { scopes }
}

type Target = string | { [condition: string]: Target }

function resolvePackage(specifier: string, from: string): string {
  const manifest = findPackageJSON(specifier, pathToFileURL(from))
  if (manifest === undefined) throw new Error(`${from} imports ${specifier}, which is not installed.`)
  const { name, exports } = JSON.parse(readFileSync(manifest, 'utf8')) as { name: string; exports: Target }
  const subpath = `.${specifier.slice(name.length)}`
  const targets = typeof exports === 'object' && Object.keys(exports)[0]?.startsWith('.') ? exports : { '.': exports }
  for (const [pattern, target] of Object.entries(targets)) {
    const [head = '', tail] = pattern.split('*')
    if (tail === undefined ? subpath !== pattern : !(subpath.startsWith(head) && subpath.endsWith(tail))) continue
    const path = pick(target)?.replace('*', subpath.slice(head.length, subpath.length - (tail?.length ?? 0)))
    if (path !== undefined) return join(dirname(manifest), path)
  }
  throw new Error(`${name} does not export ${subpath}.`)
}

function pick(target: Target): string | undefined {
  if (typeof target === 'string') return target
  for (const [condition, one] of Object.entries(target)) {
    const found = CONDITIONS.has(condition) ? pick(one) : undefined
    if (found !== undefined) return found
  }
}
