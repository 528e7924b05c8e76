import type { Devtools } from './devtools.ts'

const MAX_BYTES = 1_048_576
/** PNGs of photographs are large; half the size says as much. */
const SCALES = [1, 0.5, 0.25]

/** PNG of what the window shows, base64, at most 1 MB; null when none is that small or the page does not draw. */
export async function takeScreenshot(devtools: Devtools, session: string): Promise<string | null> {
  for (const scale of SCALES) {
    const clip = { x: 0, y: 0, width: 1280, height: 800, scale }
    const { data } = await devtools.send('Page.captureScreenshot', { format: 'png', clip }, session)
    if (typeof data !== 'string' || !/^[A-Za-z0-9+/]+=*$/.test(data)) return null
    if (data.length * 0.75 <= MAX_BYTES) return data
  }
  return null
}
