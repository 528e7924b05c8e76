import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import { CHAIN_IDS } from '@redoubt/risk/chain.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { leaveProcessorTo } from '../../../lib/leaveProcessor.ts'
import type { RpcRequest } from '../../rpc/jsonRpc.ts'
import { SimulationUnavailable } from '../simulator.ts'
import { anvilBinary, contained } from './launcher.ts'
import type { SimulationLimits } from './simulationLimits.ts'

/** One engine process pinned to one block. */
export type AnvilChild = {
  readonly pid: number
  readonly url: string
  readonly http: OperatorFetch
  /** Settles when the process has ended, by itself or by `kill`. */
  readonly exited: Promise<void>
  alive(): boolean
  /** Counts a request in, and the transactions that it executes. */
  begin(calls: number): EngineWork
  /** Processor time of the process in milliseconds, all threads; null where the system does not tell. */
  cpuMs(): number | null
  /** For how long the process has waited for state of the chain, in milliseconds. */
  stateWaitMs(): number
  /** Has the requests run ahead of it on another engine while it waits for state again and again. @returns ends that. */
  follow?(requests: readonly RpcRequest[]): () => void
  /** The first reason given stands; default `dismissed`. */
  kill(reason?: KillReason): void
  /** Reason of its end; null until it is known, at the latest when `exited` settles. */
  ended(): ChildEnd | null
}
/** One request at work. `others`: requests that have shared the child's processor time with it so far. */
export type EngineWork = { others(): number; end(): void }
/**
 * Why we end a child: no longer wanted; it computed too much (`overran`); it gave no answer while it mostly waited for state of the
 * chain (`stateless`) or for the machine (`starved`); its connection broke (`lost`).
 */
export type KillReason = 'dismissed' | 'overran' | 'stateless' | 'starved' | 'lost'
/** `crashed`: it ended by itself, by an abort, a fault or its memory limit. `killed`: by a signal from outside. */
export type ChildEnd = KillReason | 'crashed' | 'killed'

/** Signals of the engine's own faults; every other signal comes from the kernel, an operator or us. */
const FAULTS: ReadonlySet<string> = new Set(['SIGABRT', 'SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGTRAP', 'SIGSYS'])
/** Linux counts processor time in hundredths of a second for every program. */
const MS_PER_TICK = 10

const FLAGS = [
  ...['--port', '0', '--accounts', '0', '--no-storage-caching', '--no-rate-limit', '--retries', '0'],
  ...['--no-mining', '--auto-impersonate', '--order', 'fifo', '--disable-console-log'],
  ...['--no-cors', '--no-request-size-limit', '--disable-default-create2-deployer'],
]

/** How much longer than the shim takes the engine waits for state, so that it gets the shim's answer. */
const MARGIN_MS = 100

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
  /** How much nicer than the service it runs, from 0 to 19. Default: 0. */
  niceness?: number
  /** For replaying history: another chain id, more flags. */
  chainId?: number
  flags?: readonly string[]
  /** For how long the shim has kept it waiting, in milliseconds. Default: never. */
  stateWaitMs?: () => number
  /** See AnvilChild. */
  follow?: (requests: readonly RpcRequest[]) => () => void
  /** Told how many transactions each request executes. */
  onCalls?: (calls: number) => void
}): Promise<AnvilChild> {
  const { block, limits } = options
  const folder = await mkdtemp(join(tmpdir(), 'redoubt-evm-'))
  const { file, args } = contained(anvilBinary(), limits.memoryBytes)
  const fork = ['--fork-url', options.shimUrl, '--fork-block-number', block.number.toString()]
  const patience = ['--timeout', String(limits.shimDeadlineMs + MARGIN_MS)]
  const rules = ['--fork-chain-id', String(options.chainId ?? CHAIN_IDS[block.chain]), '--hardfork', options.hardfork]
  const child = spawn(
    file,
    [...args, ...FLAGS, ...fork, ...patience, ...rules, '--cache-path', folder, ...(options.flags ?? [])],
    {
      cwd: folder,
      // One thread takes requests, others execute them: several that take them wake each other for each answer (decision 178).
      env: { HOME: folder, TOKIO_WORKER_THREADS: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  // At once: threads have the priority that their process had when they began.
  if (options.niceness && child.pid !== undefined) leaveProcessorTo(child.pid, options.niceness)
  let alive = true
  let output = ''
  let listening = false
  let ended: ChildEnd | null = null
  let open = 0
  let begun = 0
  const exited = new Promise<void>((resolve) => {
    const end = (_code: unknown, signal?: NodeJS.Signals | null) => {
      alive = false
      // A connection breaks before the exit of its process is known.
      if (ended === null || ended === 'lost') ended = endOf(ended, signal ?? null)
      rm(folder, { recursive: true, force: true }).then(resolve, () => resolve())
    }
    child.once('exit', end)
    child.once('error', end)
  })
  const kill = (reason: KillReason = 'dismissed') => {
    alive = false
    ended ??= reason
    child.kill('SIGKILL')
  }
  let isLate = false
  const port = await new Promise<string | null>((resolve) => {
    const timer = setTimeout(() => {
      isLate = true
      resolve(null)
    }, limits.spawnMs)
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
    throw new SimulationUnavailable(isLate ? 'busy' : 'engine', `The execution engine did not start: ${said}`)
  }
  return {
    pid: child.pid,
    url: `http://127.0.0.1:${port}`,
    http: options.http,
    exited,
    alive: () => alive,
    begin(calls) {
      options.onCalls?.(calls)
      const before = open++
      const own = ++begun
      return { others: () => before + begun - own, end: () => void open-- }
    },
    cpuMs: () => cpuMs(child.pid),
    stateWaitMs: options.stateWaitMs ?? (() => 0),
    ...(options.follow && { follow: options.follow }),
    kill,
    ended: () => ended,
  }
}

/** Returns how a process ended that we did not end, or whose connection broke. */
function endOf(known: 'lost' | null, signal: NodeJS.Signals | null): ChildEnd {
  if (signal === null || FAULTS.has(signal)) return 'crashed'
  // For a lost connection the signal may be our own.
  return known === 'lost' && signal === 'SIGKILL' ? 'lost' : 'killed'
}

/** User and system time of a process, from /proc (fields 14 and 15 of proc(5), counted after the name in brackets). */
function cpuMs(pid: number | undefined): number | null {
  if (process.platform !== 'linux' || pid === undefined) return null
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
      .map(Number)
    return user === undefined || system === undefined ? null : (user + system) * MS_PER_TICK
  } catch {
    return null
  }
}
