import { CHAIN_IDS, CHAINS, type Chain } from '@redoubt/risk/chain.ts'
import type { ShownCode } from '@redoubt/risk/facts/browsing.ts'
import { withTimeout } from '../../../lib/withTimeout.ts'
import type { Devtools, Untrusted } from '../devtools.ts'
import { evaluate } from '../inPage.ts'
import type { WatchedWindow } from '../openWindow.ts'
import type { SeenRequest } from '../pageRecorder.ts'
import { pageScript } from '../pageScript.ts'
import type { PictureReader } from '../pictures/createPictureReader.ts'
import { readCode } from './readCode.ts'
import { type CodePlace, createShownCodes } from './shownCodes.ts'

/** Pictures of a page that are looked through for codes, and of one state of it. */
const MAX_LOOKS = 8
const MAX_LOOKS_AT_ONCE = 3
const MAX_ELEMENTS = 4_000
const MAX_PLACES = 20
const MAX_KEYS = 200
const MAX_NEAR = 2_000
/** Longest wait for the last pictures, in milliseconds. */
const FINISH_MS = 1_500

const PAIRS =
  'A phone that scans the code is asked over WalletConnect, which this browser does not see, and nothing was asked here.'
const UNKNOWN_CHAIN = 'The QR code names a network that is not scanned.'
const UNREADABLE = 'The QR code asks a wallet for a call that could not be read.'

type NotedRequest = Omit<SeenRequest, 'unprompted' | 'origin'>

/** Finds QR codes in what a page shows, and notes what they ask a wallet for. */
export type CodeWatch = {
  /** Addresses of the web that codes hold, as far as they were read after so many milliseconds. */
  links(waitMs: number): Promise<string[]>
  /** Looks at the window as it is now, unless its document is the one of the last look. */
  look(window: WatchedWindow, html: unknown): Promise<void>
  /**
   * @param hasAsked whether the page asked for a signature in the browser too.
   * @returns `isWhole`: each picture that may hold a code was read.
   */
  finish(
    texts: readonly string[],
    hasAsked: boolean,
  ): Promise<{ codes: ShownCode[]; pictures: number; isWhole: boolean }>
}

export function createCodeWatch(
  devtools: Devtools,
  reader: PictureReader,
  { chain, note }: { chain(): Chain; note(asked: NotedRequest): void },
): CodeWatch {
  const shown = createShownCodes()
  const reading: Promise<void>[] = []
  let seen: string[] = []
  let looks = 0
  let turn = 0
  let pictures = 0
  let last: unknown = null
  let hasPairing = false
  let unread = 0
  const links: string[] = []

  const read = async (png: string, places: readonly CodePlace[]) => {
    unread++
    const codes = await reader.read(png)
    if (codes === null) return
    unread--
    for (const text of shown.add(codes, places)) {
      const meaning = readCode(text)
      if (meaning.kind === 'pairing') hasPairing = true
      if (meaning.kind === 'link') links.push(meaning.url)
      if (meaning.kind !== 'payment') continue
      // An address without an amount leaves it to the payer: what the page says of it is judged.
      if (meaning.token === null && (meaning.transaction?.value ?? '0x0') === '0x0') continue
      const named = meaning.chainId === null ? chain() : CHAINS.find((one) => CHAIN_IDS[one] === meaning.chainId)
      const failure = meaning.transaction === null ? UNREADABLE : named === undefined ? UNKNOWN_CHAIN : null
      note({
        method: 'eth_sendTransaction',
        provider: 'qr-code',
        chain: named ?? chain(),
        params: JSON.stringify([meaning.transaction ?? { to: meaning.token }]),
        failure,
      })
    }
  }

  return {
    async links(waitMs) {
      if (unread > 0) await withTimeout(Promise.allSettled(reading), waitMs)
      return [...links]
    },
    async look(window, html) {
      if (html === last) return
      last = html
      turn++
      for (let times = 0; times < MAX_LOOKS_AT_ONCE && looks < MAX_LOOKS; times++) {
        const script = pageScript('findCodes', { seen, turn, maxElements: MAX_ELEMENTS, maxPlaces: MAX_PLACES })
        const found = ((await evaluate(devtools, window, script)) ?? {}) as Untrusted
        if (typeof found.pictures === 'number') pictures = Math.max(pictures, Math.min(1_000, found.pictures | 0))
        const keys = Array.isArray(found.keys) ? found.keys.filter((one) => typeof one === 'string') : []
        if (keys.length === 0) return
        seen = [...new Set([...seen, ...keys])].slice(-MAX_KEYS)
        looks++
        const picture = { format: 'png', optimizeForSpeed: true }
        const { data } = await devtools.send('Page.captureScreenshot', picture, window.session)
        if (typeof data === 'string') reading.push(read(data, placesOf(found.places)))
        else unread++
      }
    },
    async finish(texts, hasAsked) {
      await withTimeout(Promise.allSettled(reading), FINISH_MS)
      if (hasPairing && !hasAsked)
        note({ method: 'wc_sessionPropose', provider: 'qr-code', chain: chain(), params: '[]', failure: PAIRS })
      return { codes: shown.all(texts), pictures, isWhole: unread === 0 }
    },
  }
}

/** Checks what our script answered in a page. */
function placesOf(given: unknown): CodePlace[] {
  if (!Array.isArray(given)) return []
  return given.slice(0, MAX_PLACES).flatMap((place: Untrusted) => {
    const { x, y, width, height, near } = place ?? {}
    if ([x, y, width, height].some((one) => typeof one !== 'number')) return []
    const box = { x, y, width, height } as Pick<CodePlace, 'x' | 'y' | 'width' | 'height'>
    return [{ ...box, near: typeof near === 'string' ? near.slice(0, MAX_NEAR) : '' }]
  })
}
