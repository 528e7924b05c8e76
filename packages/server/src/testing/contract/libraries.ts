import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { ApiError, createClient } from '@redoubt/client'
import type { Operation } from './operations.ts'

/** One call of a client library. Calls of one `base` share what they keep. */
export type LibraryCall = Operation & { base: string; key: string }

/** `OK`, or the code of the error. */
type Outcome = { code: string; status: number }

/** Names under which a run of calls keeps parts of answers. */
export type Kept = Record<string, string>

/** Makes the calls with the JavaScript client, one after the other. */
export async function callJavaScript(calls: readonly LibraryCall[], kept: Kept): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const { base, key, call, args, keep } of calls) {
    const client = createClient({ baseUrl: base, apiKey: key, maxRetries: 0, timeoutMs: 90_000 })
    const given = args.map((value) => withKept(value, kept))
    try {
      const answer = await (call === 'events.stream' ? firstEvent(client, given) : methodOf(client, call)(...given))
      if (keep) kept[keep[0]] = String(memberOf(answer, keep[1]))
      outcomes.push({ code: 'OK', status: 200 })
    } catch (error) {
      if (!(error instanceof ApiError)) throw new Error(`${call} of ${base} threw no ApiError`, { cause: error })
      outcomes.push({ code: error.code, status: error.status })
    }
  }
  return outcomes
}

async function firstEvent(client: ReturnType<typeof createClient>, [lastEventId]: unknown[]): Promise<unknown> {
  const stream = client.events.stream({ lastEventId: String(lastEventId) })
  try {
    return (await stream.next()).value
  } finally {
    await stream.return()
  }
}

function methodOf(client: object, call: string): (...args: unknown[]) => Promise<unknown> {
  const [group, method] = call.split('.')
  const holder = (method === undefined ? client : (client as Record<string, object>)[group ?? '']) as never
  return (holder as Record<string, (...args: unknown[]) => Promise<unknown>>)[method ?? group ?? ''] as never
}

function withKept(value: unknown, kept: Kept): unknown {
  if (typeof value === 'string') return value.startsWith('$') ? (kept[value.slice(1)] ?? 'none') : value
  if (Array.isArray(value)) return value.map((one) => withKept(one, kept))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withKept(one, kept)]))
}

function memberOf(answer: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((node, name) => (node as Record<string, unknown> | undefined)?.[name], answer)
}

const PYTHON_FOLDER = join(import.meta.dirname, '../../../../../clients/python')

/** The same with the Python client: tests/call_operations.py makes them in one process. */
export async function callPython(calls: readonly LibraryCall[], kept: Kept): Promise<Outcome[]> {
  const child = spawn('python3', ['-B', 'tests/call_operations.py'], {
    cwd: PYTHON_FOLDER,
    env: { PATH: process.env.PATH ?? '', PYTHONPATH: 'src' },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(JSON.stringify({ calls, kept }))
  return JSON.parse(await text(child.stdout))
}
