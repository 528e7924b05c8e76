import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OperatorFetch } from '../../../egress/operatorFetch.ts'
import { CHAIN_IDS } from '../../../risk/chain.ts'
import type { PinnedBlock } from '../../../risk/facts.ts'
import { SimulationUnavailable } from '../simulationUnavailable.ts'
import { anvilBinary, contained } from './launcher.ts'
import type { SimulationLimits } from './simulationLimits.ts'

/** One engine process pinned to one block. */
export type AnvilChild = {
  readonly pid: number
  readonly url: string
  readonly http: OperatorFetch
  /** Settles when the process has ended, of itself or by `kill`. */
  readonly exited: Promise<void>
  alive(): boolean
  /** The first reason given stands: `overran` its wall clock, was `lost` to a crash, or is no longer wanted. */
  kill(reason?: ChildEnd): void
  /** Why it was ended; null for a process that ended of itself. */
  ended(): ChildEnd | null
}
export type ChildEnd = 'dismissed' | 'overran' | 'lost'

const FLAGS = [
  ...['--port', '0', '--accounts', '0', '--no-storage-caching', '--no-rate-limit', '--retries', '0'],
  ...['--timeout', '2000', '--no-mining', '--auto-impersonate', '--order', 'fifo', '--disable-console-log'],
  ...['--no-cors', '--no-request-size-limit', '--disable-default-create2-deployer'],
]

/**
 * Starts an engine forked at the pinned block through the shim. It gets an empty environment and a folder of its own
 * that goes with it. `--accounts 0`: development accounts would be given a balance that they do not have on the chain.
 * @throws SimulationUnavailable when it does not come up in time.
 */
export async function startAnvilChild(options: {
  block: PinnedBlock
  shimUrl: string
  hardfork: string
  limits: SimulationLimits
  http: OperatorFetch
  /** For replaying history: another chain id, more flags. */
  chainId?: number
  flags?: readonly string[]
}): Promise<AnvilChild> {
  const { block, limits } = options
  const folder = await mkdtemp(join(tmpdir(), 'redoubt-evm-'))
  const { file, args } = contained(anvilBinary(), limits.memoryBytes)
  const fork = ['--fork-url', options.shimUrl, '--fork-block-number', block.number.toString()]
  const rules = ['--fork-chain-id', String(options.chainId ?? CHAIN_IDS[block.chain]), '--hardfork', options.hardfork]
  const child = spawn(file, [...args, ...FLAGS, ...fork, ...rules, '--cache-path', folder, ...(options.flags ?? [])], {
    cwd: folder,
    env: { HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let alive = true
  let output = ''
  let listening = false
  const exited = new Promise<void>((resolve) => {
    const end = () => {
      alive = false
      rm(folder, { recursive: true, force: true }).then(resolve, () => resolve())
    }
    child.once('exit', end)
    child.once('error', end)
  })
  let ended: ChildEnd | null = null
  const kill = (reason: ChildEnd = 'dismissed') => {
    alive = false
    ended ??= reason
    child.kill('SIGKILL')
  }
  const port = await new Promise<string | null>((resolve) => {
    const timer = setTimeout(() => resolve(null), limits.spawnMs)
    const settle = (found: string | null) => {
      clearTimeout(timer)
      resolve(found)
    }
    const read = (chunk: Buffer) => {
      // Only the start is read for the port; later output is drained so that the pipe never fills.
      if (listening || output.length >= 16_384) return
      output += chunk.toString('utf8')
      const match = /Listening on [\d.]+:(\d+)/.exec(output)
      if (match?.[1]) {
        listening = true
        settle(match[1])
      }
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    exited.then(() => settle(null))
  })
  if (port === null || child.pid === undefined) {
    kill()
    const said = output.trim().split('\n').at(-1)?.slice(0, 200) ?? ''
    throw new SimulationUnavailable('engine', `The execution engine did not start: ${said}`)
  }
  return {
    pid: child.pid,
    url: `http://127.0.0.1:${port}`,
    http: options.http,
    exited,
    alive: () => alive,
    kill,
    ended: () => ended,
  }
}
