import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import { nodeRpc } from '../src/sandbox/nodeRpc.ts'
import { demoScenarios } from '../src/sandbox/scenarios.ts'
import { startSandbox } from '../src/sandbox/startSandbox.ts'
import { openStore } from '../src/store/openStore.ts'
import type { TortureResult } from './main.ts'
import { randomOf } from './randomOf.ts'
import { startFaultProxy } from './rpcFaults/faultProxy.ts'
import { FAULTS } from './rpcFaults/faults.ts'
import { type ScanCounts, scanThrough } from './rpcFaults/scanThrough.ts'
import { watchThrough } from './rpcFaults/watchThrough.ts'

const MODES = ['always', 'sometimes', 'first'] as const
const SOMETIMES = 30
/** Faults of `eth_getLogs` alone, which the client of the control takes for a block without logs. */
const REFUSED_LOGS = ['no logs', 'Alchemy’s words', 'Erigon’s words']
/** Some of the faults, while one is being mended. */
const WANTED = new RegExp(process.env.RPC_FAULTS ?? '')

/**
 * Every fault of an endpoint against the watcher of a chain, alone and beside a good endpoint, and against scans: no event that
 * did not happen, none lost once an endpoint answers, and nothing safe that could not be learned. `control`: a client that takes logs which it
 * did not get for none must tell wrong events, and a scan without faults must not be refused.
 */
export default async function rpcFaults(): Promise<TortureResult> {
  const folder = await mkdtemp(join(tmpdir(), 'redoubt-rpc-faults-'))
  const sandbox = await startSandbox({ cacheDir: folder, chains: ['ethereum'] })
  const store = await openStore(`sqlite:${join(folder, 'store.db')}`, null)
  const http = createOperatorFetch()
  const upstream = sandbox.rpcUrls.ethereum
  const [proxy, honest] = [await startFaultProxy(upstream, randomOf(1)), await startFaultProxy(upstream, randomOf(2))]
  const world = sandbox.world.ethereum
  const { usdc: token } = world.tokens
  const watching = { store, rpc: nodeRpc(upstream, http), proxy, honest, owner: world.actors.trader, token }
  const counts: ScanCounts = { scans: 0, answered: 0, refused: 0, safe: 0 }
  const problems: string[] = []
  let watches = 0
  const control = { watches: 0, wrong: 0 }
  try {
    await store.migrate()
    const unharmed = await scanThrough(proxy, demoScenarios(world), { ...counts })
    problems.push(...unharmed.map((problem) => `without a fault: ${problem}`))
    for (const [name, fault] of Object.entries(FAULTS).filter(([name]) => WANTED.test(name))) {
      for (const percent of [100, SOMETIMES]) {
        Object.assign(proxy, { fault, percent })
        const found = await scanThrough(proxy, demoScenarios(world), counts)
        problems.push(...found.map((problem) => `${name} in ${percent} %: ${problem}`))
      }
      for (const mode of MODES) {
        watches++
        const problem = await watchThrough(watching, name, fault, mode).catch(String)
        if (problem !== null) problems.push(`${name}, ${mode}: ${problem}`)
      }
    }
    for (const name of REFUSED_LOGS) {
      control.watches++
      const problem = await watchThrough({ ...watching, credulous: http }, name, FAULTS[name] ?? {}, 'always')
      if (/events? (?:are|is) (?:wrong|told)/.test(problem ?? '')) control.wrong++
      else problems.push(`control: ${name}: a client that takes no logs for none is not found out: ${problem}`)
    }
  } finally {
    await Promise.all([proxy.close(), honest.close(), http.close()])
    await store.close()
    await sandbox.close()
    await rm(folder, { recursive: true, force: true })
  }
  return {
    kinds: Object.keys(FAULTS).length,
    watches,
    requests: proxy.requests,
    faults: proxy.faults,
    ...counts,
    failed: problems.length,
    control,
    ...(problems.length > 0 && { problems }),
  }
}
