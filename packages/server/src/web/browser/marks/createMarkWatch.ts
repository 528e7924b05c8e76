import type { ShownMark } from '@redoubt/risk/facts/browsing.ts'
import { withTimeout } from '../../../lib/withTimeout.ts'
import type { Devtools, Untrusted } from '../devtools.ts'
import { evaluate } from '../inPage.ts'
import type { WatchedWindow } from '../openWindow.ts'
import { pageScript } from '../pageScript.ts'
import type { PictureReader } from '../pictures/createPictureReader.ts'
import type { Box } from './describeMark.ts'
import type { FoundBrand } from './findBrands.ts'

/** States of a page whose drawings are compared. */
const MAX_LOOKS = 4
const MAX_ELEMENTS = 4_000
const MAX_PLACES = 40
const MAX_MARKS = 20
const MAX_ADDRESS = 100_000
/** Pixels of a side in which the page's icon is drawn. */
const ICON_SIDE = 76
const ICON_MARGIN = 6
/** Longest wait for the last pictures, in milliseconds. */
const FINISH_MS = 1_500

type Place = Box & { at: Exclude<ShownMark['at'], 'icon'> }

/** Finds marks of brands in what a page shows. */
export type MarkWatch = {
  /** Looks at the window as it is now, unless the same things are drawn in the same places as before. */
  look(window: WatchedWindow): Promise<void>
  /** Each brand once for each of its places, the likeliest first. */
  finish(): Promise<ShownMark[]>
}

export function createMarkWatch(devtools: Devtools, reader: PictureReader): MarkWatch {
  const found = new Map<string, ShownMark>()
  const reading: Promise<void>[] = []
  const seen = new Set<string>()
  let icon: string | null = null

  const add = (brand: FoundBrand | null | undefined, place: Omit<ShownMark, keyof FoundBrand>) => {
    if (!brand || found.size >= MAX_MARKS) return
    const key = `${brand.brand} ${place.at}`
    const known = found.get(key)
    if (known === undefined || (place.principal && !known.principal)) found.set(key, { ...brand, ...place })
  }
  const read = async (png: string, places: readonly Place[]) => {
    const brands = await reader.brands(png, places)
    if (brands === null) return
    // A page with another mark of its own at its top shows a brand's above a form as one that it works with.
    const hasOwn = places.some(({ at }, index) => at === 'header' && brands[index] === null)
    places.forEach(({ at, ...box }, index) => {
      add(brands[index], { at, principal: at === 'header' || (at === 'form' && !hasOwn), box: rounded(box) })
    })
  }
  const readIcon = async (window: WatchedWindow, address: string) => {
    const drawn = await evaluate(devtools, window, pageScript('drawIcon', { icon: address, side: ICON_SIDE }), true)
    if (typeof drawn !== 'string') return
    const side = ICON_SIDE - 2 * ICON_MARGIN
    const brands = await reader.brands(drawn, [{ x: ICON_MARGIN, y: ICON_MARGIN, width: side, height: side }])
    add(brands?.[0], { at: 'icon', principal: true, box: null })
  }

  return {
    async look(window) {
      if (seen.size >= MAX_LOOKS) return
      const script = pageScript('findMarks', { maxElements: MAX_ELEMENTS, maxPlaces: MAX_PLACES })
      const shown = ((await evaluate(devtools, window, script)) ?? {}) as Untrusted
      if (typeof shown.key !== 'string' || seen.has(shown.key)) return
      seen.add(shown.key)
      if (typeof shown.icon === 'string' && shown.icon !== icon && shown.icon.length < MAX_ADDRESS) {
        icon = shown.icon
        reading.push(readIcon(window, icon).catch(() => undefined))
      }
      const places = placesOf(shown.places)
      if (places.length === 0) return
      const { data } = await devtools.send(
        'Page.captureScreenshot',
        { format: 'png', optimizeForSpeed: true },
        window.session,
      )
      if (typeof data === 'string') reading.push(read(data, places))
    },
    async finish() {
      await withTimeout(Promise.allSettled(reading), FINISH_MS)
      return [...found.values()].sort((a, b) => Number(b.principal) - Number(a.principal) || a.distance - b.distance)
    },
  }
}

function rounded({ x, y, width, height }: Box): Box {
  return { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) }
}

const PLACES: readonly unknown[] = ['header', 'form', 'listed', 'elsewhere'] satisfies Place['at'][]

/** Checks what our script answered in a page. */
function placesOf(given: unknown): Place[] {
  if (!Array.isArray(given)) return []
  return given.slice(0, MAX_PLACES).flatMap((place: Untrusted) => {
    const { x, y, width, height, at } = place ?? {}
    if (![x, y, width, height].every((one) => Number.isFinite(one)) || !PLACES.includes(at)) return []
    return [{ x, y, width, height, at } as Place]
  })
}
