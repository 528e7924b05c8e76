import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type LockedPackage, productionPackages } from './licences.ts'

// `npm run -s sbom > sbom.json`: the bill of materials of what an installation has, as CycloneDX 1.5.
//
// `npm sbom --omit dev` leaves out what any workspace also has for its development, viem among it, so npm writes the bill of everything
// here, and what is only for development is taken out.

const ROOT = join(import.meta.dirname, '..')

type Component = { 'bom-ref': string; name: string; version: string; [member: string]: unknown }
/** The members that are read here; the others are npm's (CycloneDX 1.5). */
export type BillOfMaterials = {
  bomFormat: string
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
  [member: string]: unknown
}

/** Reads package-lock.json; nothing needs to be installed. */
export function billOfMaterials(): BillOfMaterials {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>
  }
  const installed = new Set(productionPackages(lock.packages).map(({ name, version }) => `${name}@${version}`))
  const npm = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx']
  const all = JSON.parse(
    execFileSync('npm', npm, { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 }),
  ) as BillOfMaterials
  const isKept = (ref: string) => installed.has(ref) || /^(@redoubt\/|redoubt@)/.test(ref)
  return {
    ...all,
    components: all.components.filter((component) => isKept(component['bom-ref'])),
    dependencies: all.dependencies
      .filter(({ ref }) => isKept(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isKept) })),
  }
}

if (import.meta.main) process.stdout.write(`${JSON.stringify(billOfMaterials(), null, 2)}\n`)
