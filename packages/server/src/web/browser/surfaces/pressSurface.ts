import type { PageUse } from '../pageUse.ts'
import { pressSpot } from '../pointer.ts'
import { stateOf } from '../stateOf.ts'
import type { DrawnButton } from './drawnButtons.ts'
import { findSurface, type Surface, type SurfacePlace } from './findSurface.ts'

/** Presses in a row that do nothing, after which the rest is taken to do nothing either. */
const MAX_MISSES = 4
/** Where no button is drawn: places of a surface, as shares of its width and height. */
const PLACES = [
  [0.5, 0.5],
  [0.5, 0.82],
  [0.5, 0.25],
] as const
/** A drawing that moves by so many pixels is in the same place. */
const CELL = 8

/** Pictures of a page that is still being scrolled. */
const MAX_PICTURES = 3

type Spot = { x: number; y: number; key: string }
type Look = { spots: Spot[]; looks: string; hasButtons: boolean }

/**
 * Presses a large drawing, picture or empty box that takes presses by itself, as a person would: what is drawn as a button, one after the
 * other, or else the middle and a place under it. Where nothing that was pressed did anything, the page counts as used in part.
 * @param isBare whether the page has nothing else to press.
 * @param shown the document as it was read last.
 * @returns how many of the presses are left.
 */
export async function pressSurface(
  use: Pick<
    PageUse,
    'devtools' | 'window' | 'read' | 'settle' | 'isBusy' | 'step' | 'unanswered' | 'drawnButtons' | 'tried'
  >,
  {
    presses,
    isBare,
    shown,
    begin,
    isOver,
  }: { presses: number; isBare: boolean; shown: unknown; begin(): void; isOver(): boolean },
): Promise<number> {
  const { devtools, window, tried } = use
  let left = presses
  if (left === 0 || isOver()) return left
  const surface = await use.step(findSurface(devtools, window, isBare))
  if (surface === null) return left
  let state = stateOf(shown)
  let look = await use.step(lookAt(surface))
  let wasPressed = false
  for (let misses = 0; look !== null && left > 0 && misses < MAX_MISSES && !isOver(); left--) {
    const spot = look.spots.find(({ key }) => !tried.surfaces.pressed.has(key))
    if (spot === undefined) break
    tried.surfaces.pressed.add(spot.key)
    wasPressed = true
    begin()
    await use.step(pressSpot({ devtools, window }, spot))
    await use.settle()
    const [before, looks]: [unknown, string] = [state, look.looks]
    state = stateOf(await use.read())
    look = await use.step(lookAt(surface))
    const isAnswered = use.isBusy() || state !== before || look?.looks !== looks
    tried.surfaces.isAnswered ||= isAnswered
    misses = isAnswered ? 0 : misses + 1
  }
  // A chart hears presses too, and shows nothing that looks like a button.
  if (wasPressed && !tried.surfaces.isAnswered && (isBare || look?.hasButtons === true)) use.unanswered()
  return left

  async function lookAt(at: Surface): Promise<Look | null> {
    const taken = await pictureOf(at)
    if (taken === null) return null
    const { png, box } = taken
    const whole = { x: 0, y: 0, width: box.width, height: box.height }
    const found = png === null ? [] : ((await use.drawnButtons(png, whole)) ?? [])
    const all = found.map((button) => ({ button, x: box.x + middleOf(button).x, y: box.y + middleOf(button).y }))
    // Buttons of the page itself may lie over the surface.
    const { own } = (await at.place(all)) ?? { own: [] }
    const buttons = all.filter((_, index) => own[index] === true)
    const drawn = buttons.map(({ x, y, button }) => {
      const [across, down] = [cellOf(x - box.x), cellOf(y - box.y)]
      return { x, y, key: `${across} ${down} ${button.look}` }
    })
    const places = PLACES.slice(0, isBare ? PLACES.length : 1).map(([across, down]) => ({
      x: box.x + across * box.width,
      y: box.y + down * box.height,
      key: `${across} ${down}`,
    }))
    return {
      spots: drawn.length > 0 ? drawn : places,
      looks: drawn.map(({ key }) => key).join('\n'),
      hasButtons: drawn.length > 0,
    }
  }

  /** A picture of the surface and where it lies in the window; of a page that scrolls on by itself, once it stands still. */
  async function pictureOf(at: Surface): Promise<{ png: string | null; box: SurfacePlace } | null> {
    let box = await at.place()
    for (let tries = 1; box !== null; tries++) {
      const { x, y, width, height, scrolledX, scrolledY } = box
      // A picture without a part named may be of where the window stood before.
      const clip = { x: x + scrolledX, y: y + scrolledY, width, height, scale: 1 }
      const { data } = await devtools.send('Page.captureScreenshot', { ...PICTURE, clip }, window.session)
      const png = typeof data === 'string' ? data : null
      box = await at.place()
      const stands = box?.x === x && box.y === y && box.scrolledY === scrolledY
      if (box !== null && (stands || tries === MAX_PICTURES)) return { png, box }
    }
    return null
  }
}

const PICTURE = { format: 'png', optimizeForSpeed: true }

function middleOf({ x, y, width, height }: DrawnButton): { x: number; y: number } {
  return { x: x + width / 2, y: y + height / 2 }
}

function cellOf(pixels: number): number {
  return Math.round(pixels / CELL)
}
