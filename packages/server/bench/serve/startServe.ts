import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { Agent, request } from 'undici'
import { openStore } from '../../src/store/openStore.ts'

const CLI = resolve(import.meta.dirname, '../../bin/redoubt.js')
const SECRET = '11'.repeat(32)
const SCOPES = ['scan:read' as const]
/** An Enterprise account has 1,000 requests a minute. */
const ACCOUNTS = 24

/** `redoubt serve` in processes of its own. `ask` answers the status once the body was read, with keys of several accounts in turn. */
export type Served = {
  url: string
  pid: number
  /** A key of each account. */
  tokens: readonly string[]
  ask(path: string, body?: string): Promise<number>
  stop(): Promise<void>
}

/** Starts `redoubt serve` on a database and one endpoint of Ethereum, and waits until it listens. @param connections kept to it. */
export async function startServe(options: {
  databaseUrl: string
  /** One, or several with commas between them. */
  rpcUrl: string
  workers: number
  connections: number
  /** Where the service reaches the database, if otherwise. */
  through?: string
}): Promise<Served> {
  const { databaseUrl, rpcUrl, workers, connections, through = databaseUrl } = options
  const tokens = await createKeys(databaseUrl)
  const env = {
    PATH: process.env.PATH,
    PORT: '0',
    LOG_LEVEL: 'error',
    DATABASE_URL: through,
    REDOUBT_SECRET: SECRET,
    ETHEREUM_RPC_URLS: rpcUrl,
    WATCH_CONFIRMATIONS: 'off',
  }
  const args = [CLI, 'serve', ...(workers > 1 || !databaseUrl.startsWith('sqlite:') ? ['--workers', `${workers}`] : [])]
  const service = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const dispatcher = new Agent({ connections, pipelining: 1 })
  const url = await listening(service)
  let sent = 0
  return {
    url,
    pid: service.pid ?? 0,
    tokens,
    async ask(path, body) {
      const authorization = `Bearer ${tokens[sent++ % tokens.length]}`
      const answer = await request(`${url}${path}`, {
        dispatcher,
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body }),
      })
      await answer.body.dump()
      return answer.statusCode
    },
    async stop() {
      const gone = new Promise((ended) => service.once('exit', ended))
      service.kill('SIGTERM')
      await gone
      await dispatcher.close()
    },
  }
}

async function createKeys(databaseUrl: string): Promise<string[]> {
  const store = await openStore(databaseUrl, SECRET)
  try {
    await store.migrate()
    return await Promise.all(
      Array.from({ length: ACCOUNTS }, async (_, at) => {
        const { id: accountId } = await store.accounts.create({ name: `a${at}`, plan: 'enterprise' })
        return (await store.keys.create({ accountId, name: 'k', scopes: SCOPES, environment: 'live' })).token
      }),
    )
  } finally {
    await store.close()
  }
}

function listening(service: ReturnType<typeof spawn>): Promise<string> {
  return new Promise((found, fail) => {
    let said = ''
    service.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const url = /listens on (http:\S+)/.exec(said)?.[1]
      if (url !== undefined) found(url)
    })
    service.once('exit', (code) => fail(new Error(`the service ended with ${code}: ${said}`)))
  })
}
