import type { Devtools, Untrusted } from './devtools.ts'
import { evaluate } from './inPage.ts'
import type { WatchedWindow } from './openWindow.ts'
import { pageScript } from './pageScript.ts'

/** A window, and the browser that it is of. */
type Hands = { devtools: Devtools; window: WatchedWindow }

const MAX_ELEMENTS = 2_000
const DRAG_STEPS = 6
const KEYS = {
  Enter: { code: 'Enter', number: 13, text: '\r' },
  Shift: { code: 'ShiftLeft', number: 16, text: '' },
}
/** Moves of the hand on its way, turns of the wheel to the end of a page of whatever length, in pixels. */
const MOVES = 6
const WHEEL = [120, 6_000, 1_000_000]

/** Moves to a place and presses there; `x` and `y` in pixels of the window. */
export async function pressSpot({ devtools, window }: Hands, { x, y }: { x: number; y: number }): Promise<void> {
  const mouse = (type: string, more: Untrusted = {}) =>
    devtools.send('Input.dispatchMouseEvent', { type, x, y, ...more }, window.session)
  // One of several windows is looked at again: hidden, its timers and presses would wait for seconds.
  if (window.popups().length > 0) await devtools.send('Page.bringToFront', {}, window.session)
  await mouse('mouseMoved')
  await mouse('mousePressed', { button: 'left', clickCount: 1 })
  await mouse('mouseReleased', { button: 'left', clickCount: 1 })
}

/** Drags what there is to be dragged, to its other end. False where there is nothing. */
export async function dragSlider({ devtools, window }: Hands): Promise<boolean> {
  const script = pageScript('findSlider', { maxElements: MAX_ELEMENTS })
  const { x, y, way } = ((await evaluate(devtools, window, script)) ?? {}) as Untrusted
  if (typeof x !== 'number' || typeof y !== 'number' || typeof way !== 'number') return false
  const mouse = (type: string, at: number, more: Untrusted = {}) =>
    devtools.send('Input.dispatchMouseEvent', { type, x: at, y, ...more }, window.session)
  await mouse('mouseMoved', x)
  await mouse('mousePressed', x, { button: 'left', clickCount: 1 })
  for (let step = 1; step <= DRAG_STEPS; step++)
    await mouse('mouseMoved', x + (way * step) / DRAG_STEPS, { button: 'left', buttons: 1 })
  await mouse('mouseReleased', x + way, { button: 'left', clickCount: 1 })
  return true
}

/** Presses a key where the cursor is. */
export async function pressKey({ devtools, window }: Hands, key: 'Enter' | 'Shift'): Promise<void> {
  const { code, number, text } = KEYS[key]
  for (const type of ['keyDown', 'keyUp'])
    await devtools.send(
      'Input.dispatchKeyEvent',
      { type, key, code, windowsVirtualKeyCode: number, ...(type === 'keyDown' && text !== '' && { text }) },
      window.session,
    )
}

/** Moves, scrolls to the end and presses a key, as a person does who looks at a page: some wait for that, and count. */
export async function lookAround({ devtools, window }: Hands): Promise<void> {
  const { session } = window
  const mouse = (type: string, x: number, y: number, more: Untrusted = {}) =>
    devtools.send('Input.dispatchMouseEvent', { type, x, y, ...more }, session)
  for (let move = 0; move < MOVES; move++)
    await mouse('mouseMoved', 200 + 40 * move, 300 + Math.round(60 * Math.sin(move)))
  for (const deltaY of WHEEL) await mouse('mouseWheel', 420, 320, { deltaX: 0, deltaY })
  await pressKey({ devtools, window }, 'Shift')
}
