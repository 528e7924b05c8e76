import type { Devtools, Untrusted } from './devtools.ts'

/** Where a script of ours runs: a frame, and the name of a world in it that the page does not see. */
type WorldPlace = { session: string; world: string; frameId: string }

/** Contexts of our worlds by session, for as long as their documents are there. Each saves a message to the browser. */
type Known = Map<string, Map<string, unknown>>

const known = new WeakMap<Devtools, Known>()

/** Returns the context of a world of a frame, as it is now; made where there is none yet. */
export async function contextOf(devtools: Devtools, place: WorldPlace): Promise<unknown> {
  const { session, world, frameId } = place
  const worlds = known.get(devtools) ?? watch(devtools)
  const key = `${frameId} ${world}`
  const kept = worlds.get(session)?.get(key)
  if (kept !== undefined) return kept
  const isolated = { frameId, worldName: world }
  const own = worlds.get(session) ?? new Map<string, unknown>()
  worlds.set(session, own)
  const { executionContextId } = await devtools.send('Page.createIsolatedWorld', isolated, session)
  // A document that went while its world was made took it along.
  if (worlds.get(session) === own) own.set(key, executionContextId)
  return executionContextId
}

/** Forgets what belongs to a document as soon as the browser says that it went. */
function watch(devtools: Devtools): Known {
  const worlds: Known = new Map()
  known.set(devtools, worlds)
  devtools.onEvent(({ method, params, session }) => {
    if (session === null) return
    const gone = method === 'Runtime.executionContextsCleared' || method === 'Page.frameNavigated'
    if (gone || method === 'Page.frameDetached' || method === 'Inspector.targetCrashed') worlds.delete(session)
    else if (method === 'Runtime.executionContextDestroyed') forget(worlds.get(session), params)
  })
  return worlds
}

function forget(own: Map<string, unknown> | undefined, { executionContextId }: Untrusted): void {
  for (const [key, id] of own ?? []) if (id === executionContextId) own?.delete(key)
}
