import type { DrawnWindow } from '@redoubt/risk/facts/browsing.ts'
import { cleanText } from '../../lib/cleanText.ts'
import type { Devtools, Untrusted } from './devtools.ts'
import { evaluate } from './inPage.ts'
import type { WatchedWindow } from './openWindow.ts'
import { pageScript } from './pageScript.ts'

const MAX_LOOKS = 8
const MAX_ELEMENTS = 3_000
const MAX_WINDOWS = 5
const KINDS: readonly unknown[] = ['password', 'email', 'text'] satisfies DrawnWindow['fields'][number][]

/** Finds windows of browsers and wallets that are drawn inside of a page. */
export type WindowWatch = {
  look(window: WatchedWindow): Promise<void>
  /** Each once, by its address and its place. */
  found(): DrawnWindow[]
}

export function createWindowWatch(devtools: Devtools): WindowWatch {
  const windows = new Map<string, DrawnWindow>()
  let looks = 0
  return {
    async look(window) {
      if (looks++ >= MAX_LOOKS) return
      const script = pageScript('findWindows', { maxElements: MAX_ELEMENTS, maxWindows: MAX_WINDOWS })
      const shown = await evaluate(devtools, window, script)
      if (!Array.isArray(shown)) return
      for (const one of shown.slice(0, MAX_WINDOWS)) {
        const read = windowOf(one as Untrusted)
        const key = read === null ? '' : `${read.address} ${read.box.x} ${read.box.y}`
        const known = windows.get(key)
        const isMore = known === undefined || read === null || read.fields.length > known.fields.length
        if (read !== null && isMore && windows.size < MAX_WINDOWS) windows.set(key, read)
      }
    },
    found: () => [...windows.values()],
  }
}

/** Checks what our script answered in a page. */
function windowOf(given: Untrusted | null): DrawnWindow | null {
  const { address, host, title, buttons, floats, fields, frame, box } = given ?? {}
  const { x, y, width, height } = (box ?? {}) as Untrusted
  if (![x, y, width, height].every((one) => Number.isFinite(one)) || !Array.isArray(fields)) return null
  const text = (value: unknown, length: number) => (typeof value === 'string' ? cleanText(value, length) : null)
  return {
    address: text(address, 200),
    host: text(host, 253),
    title: text(title, 100) ?? '',
    buttons: buttons === true,
    floats: floats === true,
    fields: fields.filter((kind): kind is DrawnWindow['fields'][number] => KINDS.includes(kind)).slice(0, KINDS.length),
    frame: text(frame, 253),
    box: { x, y, width, height } as DrawnWindow['box'],
  }
}
