import type { Devtools, Untrusted } from '../devtools.ts'
import type { Place } from '../inPage.ts'
import type { Box } from '../marks/describeMark.ts'
import { pageFunction, pageScript } from '../pageScript.ts'
import { contextOf } from '../worlds.ts'

/** Something large that takes presses by itself: which of its places do something, no element says. */
export type Surface = {
  /** Brings it into view; null where it is gone, or something else lies over it. `own`: which of the points in the window are its own. */
  place(points?: readonly { x: number; y: number }[]): Promise<SurfacePlace | null>
}

/** In the window, in pixels; `share`: of the window; how far the page is scrolled. */
export type SurfacePlace = Box & { share: number; scrolledX: number; scrolledY: number; own: boolean[] }

/** Smallest surface, in square pixels. */
const MIN_AREA = 20_000
/** Share of the window from which on a page is its surface: then what listens to the whole window listens to the surface. */
const MIN_WINDOW_SHARE = 0.35
const MAX_SURFACES = 3
const MAX_ELEMENTS = 4_000
/** Handles of one surface and of the boxes around it. */
const MAX_HANDLES = 24
const LOOK_MS = 1_000
const PRESSES: readonly unknown[] = ['click', 'mousedown', 'mouseup', 'pointerdown', 'pointerup']

/**
 * Finds the largest thing in the window that is a drawing, a picture or an empty box and listens to presses, as the browser says, which no
 * page can forge or hide from. Null for none.
 * @param isBare whether there is nothing else to press: then a surface of much of the window counts where the window listens.
 */
export async function findSurface(devtools: Devtools, place: Place, isBare: boolean): Promise<Surface | null> {
  const { session } = place
  const contextId = await contextOf(devtools, place)
  const run = (expression: string) =>
    devtools.send('Runtime.evaluate', { expression, contextId, timeout: LOOK_MS }, session)
  const options = { minArea: MIN_AREA, maxSurfaces: MAX_SURFACES, maxElements: MAX_ELEMENTS }
  const { result } = await run(pageScript('findSurfaces', options))
  const listed = (result as Untrusted | undefined)?.objectId
  if (typeof listed !== 'string') return null
  const { result: members } = await devtools.send(
    'Runtime.getProperties',
    { objectId: listed, ownProperties: true },
    session,
  )
  const listens = (objectId: string, depth = 1) => hearsPresses(devtools, session, { objectId, depth })
  const windowListens = async () => {
    const elements = ['document', 'document.documentElement', 'document.body'].map(async (name) => {
      const { result } = await run(name)
      const { objectId } = (result ?? {}) as Untrusted
      return typeof objectId === 'string' && listens(objectId)
    })
    return (await Promise.all([...elements, windowHearsPresses(devtools, session)])).includes(true)
  }
  for (const handles of surfacesOf(members)) {
    const [objectId = ''] = handles
    // A drawing may have parts that listen.
    const own = await Promise.all(handles.map((one, at) => listens(one, at === 0 ? -1 : 1)))
    const surface: Surface = {
      place: async (points = []) => placeOf(await callOn(devtools, session, objectId, { points })),
    }
    if (!own.includes(true)) {
      if (!isBare) continue
      const at = await surface.place()
      if (at === null || at.share < MIN_WINDOW_SHARE || !(await windowListens())) continue
    }
    if ((await surface.place()) !== null) return surface
  }
  return null
}

/** Whether a script of the page listens to presses on an element, or on what it holds down to a depth. */
async function hearsPresses(
  devtools: Devtools,
  session: string,
  { objectId, depth }: { objectId: string; depth: number },
): Promise<boolean> {
  // The browser tells the listeners of one world: of the page's, the element of that world is asked.
  const { node } = await devtools.send('DOM.describeNode', { objectId }, session)
  const { backendNodeId } = (node ?? {}) as Untrusted
  const { object } = await devtools.send('DOM.resolveNode', { backendNodeId }, session)
  return saysPresses(devtools, session, object, depth)
}

async function windowHearsPresses(devtools: Devtools, session: string): Promise<boolean> {
  const { result } = await devtools.send('Runtime.evaluate', { expression: 'globalThis' }, session)
  return saysPresses(devtools, session, result, 1)
}

async function saysPresses(devtools: Devtools, session: string, object: unknown, depth: number): Promise<boolean> {
  const { objectId } = (object ?? {}) as Untrusted
  if (typeof objectId !== 'string') return false
  const { listeners } = await devtools.send('DOMDebugger.getEventListeners', { objectId, depth }, session)
  return Array.isArray(listeners) && listeners.some((one: Untrusted) => PRESSES.includes(one?.type))
}

/** Handles of elements, those of one surface together. */
function surfacesOf(members: unknown): string[][] {
  const surfaces: string[][] = [[]]
  for (const { name, value } of (Array.isArray(members) ? members : []) as Untrusted[]) {
    if (!/^\d+$/.test(String(name))) continue
    const { objectId } = (value ?? {}) as Untrusted
    if (typeof objectId !== 'string') surfaces.push([])
    else if ((surfaces.at(-1)?.length ?? 0) < MAX_HANDLES) surfaces.at(-1)?.push(objectId)
  }
  return surfaces.filter(({ length }) => length > 0).slice(0, MAX_SURFACES)
}

async function callOn(devtools: Devtools, session: string, objectId: string, given: object): Promise<unknown> {
  const functionDeclaration = pageFunction('boxOfSurface')
  const asked = { objectId, functionDeclaration, arguments: [{ value: given }], returnByValue: true }
  const { result, exceptionDetails } = await devtools.send('Runtime.callFunctionOn', asked, session)
  return exceptionDetails === undefined ? (result as Untrusted | undefined)?.value : null
}

/** Checks what our script answered in a page. */
function placeOf(given: unknown): SurfacePlace | null {
  const { x, y, width, height, share, scrolledX, scrolledY, own } = (given ?? {}) as Untrusted
  const numbers = [x, y, width, height, share, scrolledX, scrolledY]
  if (!numbers.every((one) => Number.isFinite(one)) || !Array.isArray(own)) return null
  const place = { x, y, width, height, share, scrolledX, scrolledY } as Omit<SurfacePlace, 'own'>
  return { ...place, own: own.map((one) => one === true) }
}
