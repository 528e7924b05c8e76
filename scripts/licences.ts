/** An entry of `packages` of package-lock.json (version 3). */
export type LockedPackage = {
  version?: string
  license?: string
  dev?: boolean
  devOptional?: boolean
  link?: boolean
  optional?: boolean
}
export type ProductionPackage = { name: string; version: string; licence: string }

/** Licences without conditions on what is built with the package, beyond notices. SPDX identifiers. */
const PERMISSIVE: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Bitstream-Vera',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'Unlicense',
])

/** Packages whose package.json names no SPDX identifier: what their licence file is, read by hand for this version. */
const READ_BY_HAND: Readonly<Record<string, string>> = {
  'dejavu-fonts-ttf@2.37.3': 'Bitstream-Vera',
  'png-js@2.0.0': 'MIT',
}

/** Whether an SPDX expression lets us choose permissive licences alone. */
export function isPermissive(expression: string): boolean {
  return expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => PERMISSIVE.has(one.trim())))
}

/** Other projects' packages that an installation without development dependencies gets, by name and version. */
export function productionPackages(packages: Readonly<Record<string, LockedPackage>>): ProductionPackage[] {
  const found = new Map<string, ProductionPackage>()
  for (const [path, { version, license, dev, devOptional, link }] of Object.entries(packages)) {
    if (!path.includes('node_modules/') || version === undefined || dev || devOptional || link) continue
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const id = `${name}@${version}`
    found.set(id, { name, version, licence: READ_BY_HAND[id] ?? license ?? 'none named' })
  }
  return [...found.values()].sort((a, b) => (`${a.name}@${a.version}` < `${b.name}@${b.version}` ? -1 : 1))
}

/** @throws Error with every package whose licence is not permissive. */
export function assertPermissive(packages: readonly ProductionPackage[]): void {
  const others = packages.filter(({ licence }) => !isPermissive(licence))
  if (others.length === 0) return
  const lines = others.map(({ name, version, licence }) => `  ${name} ${version}: ${licence}`)
  throw new Error(
    `Production dependencies must be permissively licensed. Replace these, or make them devDependencies:\n${lines.join('\n')}`,
  )
}
