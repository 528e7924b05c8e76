import { createRequire } from 'node:module'
import { join } from 'node:path'
import { cruise, type IConfiguration, type ICruiseResult } from 'dependency-cruiser'
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config'

// `npm run imports`: checks every import of the packages against .dependency-cruiser.cjs.

/** What was looked at and which imports break a rule, `rule: from → to`. */
export type ImportCheck = { modules: number; violations: string[] }

/** Checks the imports of every module below the folder's packages against .dependency-cruiser.cjs. */
export async function checkImports(root: string, folders: readonly string[]): Promise<ImportCheck> {
  const configuration = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as IConfiguration
  const { tsConfig: _, ...options } = configuration.options ?? {}
  const ruleSet = configuration.forbidden ? { forbidden: configuration.forbidden } : {}
  const { output } = await cruise([...folders], { ...options, baseDir: root, ruleSet, validate: true }, undefined, {
    tsConfig: extractTSConfig(join(import.meta.dirname, '../tsconfig.json')),
  })
  if (typeof output === 'string') throw new Error('dependency-cruiser answered text instead of a result')
  return {
    modules: countOwn(output),
    violations: output.summary.violations
      .filter(({ rule }) => rule.severity === 'error')
      .map(describe)
      .sort(),
  }
}

/** Modules of ours: with no usable TypeScript dependency-cruiser reads none and reports success. */
function countOwn({ modules }: ICruiseResult): number {
  return modules.filter(({ source }) => source.startsWith('packages/') && source.endsWith('.ts')).length
}

function describe({ rule, from, to }: ICruiseResult['summary']['violations'][number]): string {
  return `${rule.name}: ${from} → ${to}`
}

if (import.meta.main) {
  const { modules, violations } = await checkImports(join(import.meta.dirname, '..'), ['packages'])
  if (modules === 0) {
    console.error(
      'No module was read, so no rule was checked. Is the "typescript" package a version with a compiler API?',
    )
    process.exitCode = 1
  } else if (violations.length > 0) {
    console.error(`Imports that .dependency-cruiser.cjs forbids:\n${violations.map((line) => `  ${line}`).join('\n')}`)
    process.exitCode = 1
  } else {
    console.log(`${modules} modules keep the import rules.`)
  }
}
