import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { SandboxFolderUnusable } from '../domain/sourceErrors.ts'
import { FOLDER_PREFIX } from './staleFolders.ts'

/** One running development node. */
export type AnvilProcess = {
  readonly pid: number
  /** `http://127.0.0.1:PORT`, no authentication: loopback only. */
  readonly url: string
  /** Ends the process and removes its folder. May be called again. */
  close(): Promise<void>
}

/** @returns an absolute path, because the child runs in it. @throws SandboxFolderUnusable */
async function makeFolder(cacheDir: string): Promise<string> {
  try {
    await mkdir(cacheDir, { recursive: true })
    return await mkdtemp(join(resolve(cacheDir), FOLDER_PREFIX))
  } catch (error) {
    throw new SandboxFolderUnusable({ cause: error })
  }
}

const START_MS = 10_000
const KILL_MS = 2_000
const SETPRIV = '/usr/bin/setpriv'

const FLAGS = [
  ...['--host', '127.0.0.1', '--port', '0', '--accounts', '0', '--no-mining', '--auto-impersonate', '--order', 'fifo'],
  ...['--gas-limit', '45000000', '--disable-console-log', '--no-cors'],
]

/** Children alive now: ended when this process exits, however it comes to that. */
const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGTERM')
})

/**
 * Starts an empty chain that mines only when told to. It sees no environment variable, and spills history into a folder
 * of its own under `cacheDir` that goes with it (anvil's default is the user's cache folder, where it stays for ever).
 * @throws Error with the last line anvil said when it does not come up within 10 s, or when `signal` aborts.
 */
export async function startAnvil(options: {
  chainId: number
  hardfork: string
  /** Unix seconds. */
  genesisTimestamp: number
  /** Wei per gas in block 0. */
  baseFee: bigint
  cacheDir: string
  signal?: AbortSignal
}): Promise<AnvilProcess> {
  options.signal?.throwIfAborted()
  const folder = await makeFolder(options.cacheDir)
  const identity = ['--chain-id', String(options.chainId), '--timestamp', String(options.genesisTimestamp)]
  const rules = ['--hardfork', options.hardfork, '--base-fee', options.baseFee.toString()]
  const args = [...FLAGS, ...identity, ...rules, '--cache-path', folder]
  // Where util-linux is installed the child dies with us even when we are killed; elsewhere the exit hook must do.
  const [file, prefix] = existsSync(SETPRIV) ? [SETPRIV, ['--pdeathsig', 'KILL', anvilBinary()]] : [anvilBinary(), []]
  const child = spawn(file, [...prefix, ...args], {
    cwd: folder,
    // One thread takes requests, others execute them: several that take them wake each other for each answer (decision 178).
    env: { HOME: folder, TOKIO_WORKER_THREADS: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  }).then(() => {
    running.delete(child)
    return rm(folder, { recursive: true, force: true })
  })
  const close = async () => {
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), KILL_MS)
    await exited
    clearTimeout(timer)
  }
  try {
    const port = await listeningPort(child, options.signal)
    if (child.pid === undefined) throw new Error('anvil has no process id.')
    return { pid: child.pid, url: `http://127.0.0.1:${port}`, close }
  } catch (error) {
    await close()
    throw error
  }
}

function listeningPort(child: ChildProcess, signal?: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    const fail = () => reject(new Error(`The sandbox chain did not start: ${output.trim().split('\n').at(-1)}`))
    const timer = setTimeout(fail, START_MS)
    const abort = () => reject(new Error('The sandbox chain was stopped before it was up.', { cause: signal?.reason }))
    signal?.addEventListener('abort', abort, { once: true })
    const read = (chunk: Buffer) => {
      // Only the start is read for the port; later output is drained so that the pipe never fills.
      if (output.length < 16_384) output += chunk.toString('utf8')
      const port = /Listening on [\d.]+:(\d+)/.exec(output)?.[1]
      if (port === undefined) return
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      resolve(port)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('error', (error) => {
      output += error.message
      fail()
    })
    child.once('exit', () => {
      clearTimeout(timer)
      fail()
    })
  })
}

/** Path of the anvil executable that npm installed for this platform. */
function anvilBinary(): string {
  // The launcher package is resolved first: the platform's package is its optional dependency.
  const launcher = createRequire(createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json'))
  const architecture = process.arch === 'x64' ? 'amd64' : process.arch
  const manifest = launcher.resolve(`@foundry-rs/anvil-${process.platform}-${architecture}/package.json`)
  return join(dirname(manifest), 'bin', process.platform === 'win32' ? 'anvil.exe' : 'anvil')
}
