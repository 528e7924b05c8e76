import { compileRequests } from '../../packages/server/bench/mutants/compileMutants.ts'
import { drawMutants } from '../../packages/server/bench/mutants/drawMutants.ts'
import { mutantWorld } from '../../packages/server/bench/mutants/mutantWorld.ts'
import { SAMPLE } from '../../packages/server/bench/mutants/sample.ts'
import { runCompiler } from './runCompiler.ts'

/** Compiles the part of the mutants bench that is committed for the gate, as text, by file name. */
export function compileMutantSample(): Map<string, string> {
  const contracts = compileRequests(drawMutants(SAMPLE.seed, SAMPLE.count), mutantWorld).map(
    ({ id, solc, settings, source }) => {
      const file = `${id}.sol`
      const made = runCompiler({ solc, settings, file, read: () => source, strict: false }).contracts[file] ?? {}
      const codes = Object.fromEntries(Object.entries(made).map(([name, { bytecode }]) => [name, bytecode]))
      return `${JSON.stringify(id)}: ${JSON.stringify(codes)}`
    },
  )
  return new Map([['sample.generated.json', `{\n"contracts": {\n${contracts.join(',\n')}\n}\n}\n`]])
}
