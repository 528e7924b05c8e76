import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { type Agent, request as httpRequest } from 'node:http'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const CLI = resolve(import.meta.dirname, '../../bin/redoubt.js')

/** Of a load, in milliseconds: a test that hangs ends. */
const LONGEST_LOAD_MS = 60_000
/** Between two scans of one of the four: two nodes stay below 1,000 requests a minute, the limit of an account. */
const PAUSE_MS = 500

/** A supervising process of `redoubt serve`. `workers`: pids. `kill` ends it and its workers at once, as when a machine is lost. */
export type ServeNode = {
  child: ChildProcess
  url: string
  said(): string
  workers(): number[]
  /** With SIGTERM. @returns its exit code. */
  stop(): Promise<number | null>
  kill(): Promise<void>
}

/** Starts `redoubt serve` and waits until it listens. @param ownGroup so that `kill` ends its workers with it. */
export async function startServeNode(
  args: string[],
  env: Record<string, string>,
  ownGroup = false,
): Promise<ServeNode> {
  const own = { PATH: process.env.PATH, PORT: '0', ...env }
  const child = spawn(process.execPath, [CLI, 'serve', ...args], {
    env: own,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: ownGroup,
  })
  const exited = new Promise<number | null>((done) => child.once('close', (code) => done(code)))
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk))
  let url: string | undefined
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`the service ended: ${said}`)
    url = /listens on (http:\S+)/.exec(said)?.[1]
    return url !== undefined
  }, 180_000)
  return {
    child,
    url: url ?? '',
    said: () => said,
    workers: () => childrenOf(child.pid ?? 0),
    stop() {
      child.kill('SIGTERM')
      return exited
    },
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      process.kill(-(child.pid ?? 0), 'SIGKILL')
      await exited
    },
  }
}

function childrenOf(pid: number): number[] {
  const listed = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
  return [...listed.matchAll(/^ *(\d+) +(\d+) (.*)$/gm)]
    .filter(([, , parent, args = '']) => Number(parent) === pid && args.includes('serve'))
    .map(([, id]) => Number(id))
}

/** A worker's process by its number. */
export async function pidOf(service: ServeNode, worker: string): Promise<number> {
  for (const pid of service.workers()) {
    const variables = execFileSync('cat', [`/proc/${pid}/environ`], { encoding: 'utf8' })
    if (variables.includes(`WORKER_SLOT=${worker}\0`)) return pid
  }
  throw new Error(`no process is worker ${worker}`)
}

/** Waits until something holds. @throws Error after the limit. */
export async function until(holds: () => Promise<boolean>, limitMs = 20_000): Promise<void> {
  const end = Date.now() + limitMs
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`did not come to be within ${limitMs} ms: ${holds}`)
    await sleep(50)
  }
}

export type Asked = { key?: string; body?: object; headers?: Record<string, string>; agent?: Agent }

/** One request, on a connection of its own unless an agent keeps one. */
export function ask(
  url: string,
  method: string,
  path: string,
  { key, body, headers = {}, agent }: Asked = {},
): Promise<{ status: number; text: string }> {
  return new Promise((done, fail) => {
    const sent = httpRequest(`${url}${path}`, {
      method,
      agent: agent ?? false,
      headers: {
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
    })
    sent.setTimeout(10_000, () => sent.destroy(new Error(`no answer: ${method} ${path}`)))
    sent.on('error', fail).on('response', (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      response.on('end', () => done({ status: response.statusCode ?? 0, text })).on('error', fail)
    })
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

/** Ids of scans that were acknowledged, and what was answered to the others. */
export type ScanLoad = { acknowledged: string[]; failed: string[]; stop(): Promise<void> }

/** Sends scans of one body to a node, four at once, until it is stopped. @param name begins the id of each. */
export function loadScans(url: string, key: string, body: object, name: string): ScanLoad {
  const end = Date.now() + LONGEST_LOAD_MS
  const [acknowledged, failed]: [string[], string[]] = [[], []]
  let stopped = false
  const loops = [0, 1, 2, 3].map(async (loop) => {
    for (let i = 0; !stopped && Date.now() < end; i++) {
      const id = `${name}-${loop}-${i}`
      const { status, text } = await ask(url, 'POST', '/v1/scan/transaction', {
        key,
        body,
        headers: { 'x-request-id': id },
      }).catch((error: Error) => ({ status: 0, text: error.message }))
      if (status === 200) acknowledged.push(id)
      else failed.push(`${status} ${text}`)
      await sleep(PAUSE_MS)
    }
  })
  return {
    acknowledged,
    failed,
    async stop() {
      stopped = true
      await Promise.all(loops)
    },
  }
}
