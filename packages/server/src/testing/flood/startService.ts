import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Agent, request } from 'undici'
import type { UntypedJson } from '../untypedJson.ts'

/** Folder for a profile of the processor time of each service, as Chromium and Node read it; none without. */
const { FLOOD_PROFILES } = process.env

export type Answer = { status: number; json: UntypedJson; milliseconds: number }

/** The service in a process of its own. `tokens`: one for each account. */
export type FloodedService = {
  pid: number
  url: string
  tokens: string[]
  liveToken: string
  rpcUrl: string
  ask(token: string, path: string, body?: object, signal?: AbortSignal): Promise<Answer>
  /** Megabytes of memory, after garbage was collected. */
  rssMb(): Promise<number>
  stop(): Promise<void>
}

/** @param env `FLOOD_FAIRNESS=off` lets everything in at once, as one account. */
export async function startService(accounts: number, env: NodeJS.ProcessEnv = {}): Promise<FloodedService> {
  const child = fork(join(import.meta.dirname, 'serviceProcess.ts'), {
    env: { ...process.env, FLOOD_ACCOUNTS: String(accounts), ...env },
    execArgv: ['--expose-gc', ...(FLOOD_PROFILES ? ['--cpu-prof', `--cpu-prof-dir=${FLOOD_PROFILES}`] : [])],
  })
  const ended = once(child, 'exit')
  const [made] = (await once(child, 'message')) as [Pick<FloodedService, 'url' | 'tokens' | 'liveToken' | 'rpcUrl'>]
  const dispatcher = new Agent({ connections: 2_048, headersTimeout: 120_000, bodyTimeout: 120_000 })
  return {
    ...made,
    pid: child.pid ?? 0,
    async ask(token, path, body, signal) {
      const began = performance.now()
      const answer = await request(`${made.url}${path}`, {
        dispatcher,
        ...(signal && { signal }),
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      })
      const text = await answer.body.text()
      const milliseconds = performance.now() - began
      const isJson = String(answer.headers['content-type']).startsWith('application/json')
      return { status: answer.statusCode, json: isJson ? JSON.parse(text) : null, milliseconds }
    },
    async rssMb() {
      child.send('memory')
      const [{ rssMb }] = (await once(child, 'message')) as [{ rssMb: number }]
      return rssMb
    },
    async stop() {
      await dispatcher.destroy()
      child.disconnect()
      await ended
    },
  }
}
