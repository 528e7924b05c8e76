import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { Agent, request } from 'undici'

const CLI = resolve(import.meta.dirname, '../../bin/redoubt.js')

/** The service in a process of its own, and everything that it says. */
export type TestNode = {
  call(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    key: string | null,
    body?: string,
    headers?: Record<string, string>,
  ): Promise<{ status: number; text: string }>
  said(): string
  stop(): Promise<void>
}

/** @param secret which PostgreSQL needs; without it, the one beside the file. */
export async function startNode(databaseUrl: string, secret?: string): Promise<TestNode> {
  const env = {
    ...process.env,
    PORT: '0',
    LOG_LEVEL: 'debug',
    DATABASE_URL: databaseUrl,
    ...(secret !== undefined && { REDOUBT_SECRET: secret }),
  }
  const child = spawn(process.execPath, [CLI, 'serve'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'exit')
  const dispatcher = new Agent({ connections: 32 })
  let said = ''
  const url = await new Promise<string>((found, fail) => {
    const hear = (chunk: Buffer) => {
      said += chunk.toString()
      const listening = /listens on (http:\S+)/.exec(said)?.[1]
      if (listening) found(listening)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('exit', (code) => fail(new Error(`the service ended with ${code}: ${said}`)))
  })
  return {
    async call(method, path, key, body, headers = {}) {
      const answer = await request(`${url}${path}`, {
        method,
        dispatcher,
        ...(body !== undefined && { body }),
        headers: {
          ...(key !== null && { authorization: `Bearer ${key}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
      })
      return { status: answer.statusCode, text: await answer.body.text() }
    },
    said: () => said,
    async stop() {
      child.kill('SIGTERM')
      await ended
      await dispatcher.destroy().catch(() => undefined)
    },
  }
}
