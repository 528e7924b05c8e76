import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { ServedHosts } from '../../src/sandbox/serveHosts.ts'
import type { PageWorld } from './pageWorld.ts'

/** Pages to serve, by their ids, and the contracts that they call. */
export type PagesToServe = { world: Omit<PageWorld, 'call'>; set: string | null; ids: readonly string[] }
export type ServedApart = Omit<ServedHosts, 'close'>

/** Serves pages in a process of their own: what their sites and TLS cost is not measured as the service's. */
export async function serveApart({ world, set, ids }: PagesToServe): Promise<ServedHosts> {
  const child = fork(new URL('./siteProcess.ts', import.meta.url), { serialization: 'advanced' })
  const gone = once(child, 'exit')
  child.send({ world: { ...world, call: undefined }, set, ids })
  const ended = gone.then(() => {
    throw new Error('the process of the sites ended before it served them')
  })
  const [served] = (await Promise.race([once(child, 'message'), ended])) as [ServedApart]
  ended.catch(() => undefined)
  return {
    ...served,
    close: async () => {
      child.disconnect()
      await gone
    },
  }
}
