import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startSandbox } from '../src/sandbox/startSandbox.ts'
import { openStore } from '../src/store/openStore.ts'
import { createScanClient } from '../src/testing/scanClient.ts'
import { swapBody } from '../src/testing/swapBody.ts'

const CLI = resolve(import.meta.dirname, '../bin/redoubt.js')

/**
 * Start-up time of the service until it listens, processor time of that (the wall clock also shows what else the machine does), and resident
 * memory of it and its children after one scan (Linux). `long`: the same after a contract scan, which has an engine of its own, and with
 * `IDLE_SECONDS` once more after so long without work.
 */
export default async function idle(): Promise<object> {
  const folder = await mkdtemp(join(tmpdir(), 'redoubt-idle-'))
  const databaseUrl = `sqlite:${join(folder, 'idle.db')}`
  const sandbox = await startSandbox({ cacheDir: '.cache', chains: ['ethereum'] })
  const token = await createKey(databaseUrl)
  const env = { ...process.env, PORT: '0', DATABASE_URL: databaseUrl, ETHEREUM_RPC_URLS: sandbox.rpcUrls.ethereum }
  const began = performance.now()
  const server = spawn(process.execPath, [CLI, 'serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const url = await listening(server)
    const startMs = Math.round(performance.now() - began)
    const startCpuMs = await processorMs(server.pid ?? 0)
    const client = createScanClient(url, token)
    await client.scan(swapBody(sandbox.world.ethereum))
    const scanned = await residentMb(server.pid ?? 0)
    const { usdc: address } = sandbox.world.ethereum.tokens
    const { status } = await client.ask('/v1/scan/contract', { address, chain: 'ethereum' })
    if (status !== 200) throw new Error(`the contract scan was answered ${status}`)
    const long = await residentMb(server.pid ?? 0)
    await client.close()
    const seconds = Number(process.env.IDLE_SECONDS ?? 0)
    await pause(seconds * 1_000)
    const rested = seconds > 0 && { rested: { seconds, ...(await residentMb(server.pid ?? 0)) } }
    return { ...scanned, startMs, startCpuMs, long, ...rested }
  } finally {
    server.kill('SIGTERM')
    await new Promise((done) => server.once('exit', done))
    await sandbox.close()
    await rm(folder, { recursive: true })
  }
}

async function createKey(databaseUrl: string): Promise<string> {
  const store = await openStore(databaseUrl, null)
  await store.migrate()
  const { id } = await store.accounts.create({ name: 'idle', plan: 'pro' })
  const { token } = await store.keys.create({ accountId: id, name: 'idle', scopes: ['scan:read'], environment: 'live' })
  await store.close()
  return token
}

function listening(server: ReturnType<typeof spawn>): Promise<string> {
  return new Promise((found, fail) => {
    let text = ''
    server.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      const url = /listens on (http:\S+)/.exec(text)?.[1]
      if (url) found(url)
    })
    server.once('exit', (code) => fail(new Error(`the server ended with ${code}: ${text}`)))
  })
}

/** Own and descendants' resident memory in MB, from /proc, and the number of descendants. */
async function residentMb(pid: number) {
  const parents = new Map<number, number>()
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
    parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
  }
  const descends = (one: number): boolean => {
    const parent = parents.get(one)
    return parent === pid || (parent !== undefined && parent > 1 && descends(parent))
  }
  const descendants = [...parents.keys()].filter(descends)
  let children = 0
  for (const one of descendants) children += await rssOf(one)
  const [serverMb, childrenMb] = [Math.round(await rssOf(pid)), Math.round(children)]
  return { rssMb: serverMb + childrenMb, serverMb, childrenMb, children: descendants.length }
}

/** User and system time of a process so far; Linux counts in hundredths of a second. */
async function processorMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

async function rssOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}
