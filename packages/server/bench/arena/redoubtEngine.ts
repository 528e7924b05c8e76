import { readFile } from 'node:fs/promises'
import { quietApp } from '../../src/testing/quietApp.ts'
import type { ArenaEngine } from './arenaEngine.ts'
import { httpEngine } from './httpEngine.ts'
import { placeContracts } from './placeContracts.ts'

/**
 * Ours, over HTTP with a test key: transactions, messages and contracts on the sandbox, hosts by lists, names and brands without a visit.
 * `prepare` puts the contracts of the cases on its sandbox.
 */
export async function redoubtEngine(): Promise<ArenaEngine & Required<Pick<ArenaEngine, 'prepare'>>> {
  const { app, url, tokens } = await quietApp('test')
  const engine = httpEngine(url, tokens[0] ?? '')
  const sandbox = await app.sandbox()
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  return {
    name: 'redoubt',
    version,
    licence: 'Apache-2.0',
    prepare: (cases) => placeContracts(cases, sandbox),
    judge: engine.judge,
    close: async () => {
      await engine.close()
      await app.close()
    },
  }
}
