import type { Devtools, Untrusted } from './devtools.ts'
import { pageScript } from './pageScript.ts'

/** Of one label; a page that goes on asking is not helped for ever. */
const MAX_PRESSES = 2
const MAX_ELEMENTS = 2_000
/** Longest that looking for a button may hold the page, in milliseconds. */
const LOOK_MS = 1_000

/**
 * Presses the button that a believing visitor would press next, as a mouse does. `pressed` counts presses by label.
 * @returns its label; null when there is none.
 */
export async function pressButton(
  devtools: Devtools,
  { session, world }: { session: string; world: string },
  pressed: Record<string, number>,
): Promise<string | null> {
  const { frameTree } = await devtools.send('Page.getFrameTree', {}, session)
  const frameId = ((frameTree as Untrusted).frame as Untrusted).id
  const { executionContextId } = await devtools.send('Page.createIsolatedWorld', { frameId, worldName: world }, session)
  const look = pageScript('findButton', { pressed, maxPresses: MAX_PRESSES, maxElements: MAX_ELEMENTS })
  const found = await devtools.send(
    'Runtime.evaluate',
    { expression: look, contextId: executionContextId, returnByValue: true, timeout: LOOK_MS },
    session,
  )
  const { x, y, label } = ((found.result as Untrusted | undefined)?.value ?? {}) as Untrusted
  if (typeof x !== 'number' || typeof y !== 'number' || typeof label !== 'string') return null
  const mouse = (type: string, more: Untrusted = {}) =>
    devtools.send('Input.dispatchMouseEvent', { type, x, y, ...more }, session)
  await mouse('mouseMoved')
  await mouse('mousePressed', { button: 'left', clickCount: 1 })
  await mouse('mouseReleased', { button: 'left', clickCount: 1 })
  return label.slice(0, 60)
}
