import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const NODE = fileURLToPath(new URL('./httpNode.ts', import.meta.url))

export type HttpNodes = {
  /** Of the node at a place; waits for one that starts. */
  url(place: number): Promise<string>
  /** SIGKILL; another process takes its place. */
  kill(place: number): void
  kills(): number
  close(): Promise<void>
}

/** Processes of the service on one database, each replaced when it is killed. */
export function startHttpNodes(count: number, mode: string, env: Record<string, string>): HttpNodes {
  let kills = 0
  const start = () => {
    const child = spawn(process.execPath, [NODE, mode], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    return { child, url: urlOf(child) }
  }
  const nodes = Array.from({ length: count }, start)
  const at = (place: number) => nodes[place % count] as (typeof nodes)[number]
  return {
    url: (place) => at(place).url,
    kill(place) {
      kills++
      at(place).child.kill('SIGKILL')
      nodes[place % count] = start()
    },
    kills: () => kills,
    async close() {
      for (const { child } of nodes) {
        const ended = once(child, 'close')
        if (child.exitCode === null && child.kill('SIGKILL')) await ended
      }
    },
  }
}

async function urlOf({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('a node says nothing')
  for await (const line of createInterface(stdout)) return line
  throw new Error('a node ended before it listened')
}
