/**
 * Compiles generated contracts of the mutants bench. Reads `[{ id, solc, settings, source }]` as JSON from stdin, writes
 * `{ id: { contract: init code } }` to stdout. Sources of one compiler and settings are compiled in one run.
 */
import { text } from 'node:stream/consumers'
import { type CompilerSettings, runCompiler } from './runCompiler.ts'

type Source = { id: string; solc: string; settings: CompilerSettings; source: string }

const sources = JSON.parse(await text(process.stdin)) as Source[]
const compiled: Record<string, Record<string, string>> = {}
for (const group of Map.groupBy(sources, ({ solc, settings }) => JSON.stringify([solc, settings])).values()) {
  const [first] = group
  if (first === undefined) continue
  const texts = new Map(group.map(({ id, source }) => [`${id}.sol`, source]))
  texts.set('all.sol', group.map(({ id }, at) => `import * as m${at} from "${id}.sol";`).join('\n'))
  const read = (unit: string) => {
    const source = texts.get(unit)
    if (source === undefined) throw new Error(`no source ${unit}`)
    return source
  }
  const { contracts } = runCompiler({
    solc: first.solc,
    settings: first.settings,
    file: 'all.sol',
    read,
    strict: false,
  })
  for (const { id } of group) {
    const made = Object.entries(contracts[`${id}.sol`] ?? {}).map(([name, { bytecode }]) => [name, bytecode])
    compiled[id] = Object.fromEntries(made)
  }
}
process.stdout.write(JSON.stringify(compiled))
