import type { Chain } from '@redoubt/risk/chain.ts'
import type { Browsing, WalletRequest } from '@redoubt/risk/facts/browsing.ts'
import { cleanText } from '../../lib/cleanText.ts'

/** A request as it was made, before it is judged. */
export type SeenRequest = Omit<WalletRequest, 'scan'> & { chain: Chain; origin: string }
export type Seen = Pick<Browsing, 'finalUrl' | 'dialogs' | 'clipboardWrites' | 'downloads' | 'screenshot'> & {
  requests: SeenRequest[]
  /** Something of the page itself was shown. */
  loaded: boolean
}

/** What a page did, bounded: it decides how often it does what. */
export type Sightings = {
  seen: Seen
  /** Null: asked for before, in the same words. `false`: one too many. */
  request(request: SeenRequest): SeenRequest | null | false
  /** False: one too many. */
  dialog(type: unknown, message: unknown): boolean
  copied(text: string): void
  download(name: unknown, url: unknown): void
  arrived(url: unknown): void
}

const MAX_KEPT = 20
const MAX_URL = 2_048
const MAX_NAME = 200

export function createSightings(url: string, limits: { requests: number; dialogs: number }): Sightings {
  const seen: Seen = {
    finalUrl: url,
    requests: [],
    dialogs: [],
    clipboardWrites: [],
    downloads: [],
    screenshot: null,
    loaded: false,
  }
  const known = new Set<string>()
  let dialogs = 0
  const keep = (list: string[], text: string) => {
    if (list.length < MAX_KEPT && !list.includes(text)) list.push(text)
  }
  return {
    seen,
    request(request) {
      const { method, chain, params, provider } = request
      // Drainers ask again after every refusal.
      const key = JSON.stringify([method, chain, params, provider])
      if (known.has(key)) return null
      if (seen.requests.length >= limits.requests) return false
      known.add(key)
      seen.requests.push(request)
      return request
    },
    dialog(type, message) {
      keep(seen.dialogs, `${cleanText(String(type), 20)}: ${cleanText(String(message ?? ''), 200)}`)
      return ++dialogs <= limits.dialogs
    },
    copied: (text) => keep(seen.clipboardWrites, cleanText(text, 500)),
    download(name, given) {
      const download = { name: cleanText(String(name ?? ''), MAX_NAME), url: addressOf(given) }
      const isKnown = seen.downloads.some(({ name, url }) => name === download.name && url === download.url)
      if (seen.downloads.length < MAX_KEPT && !isKnown) seen.downloads.push(download)
    },
    arrived(url) {
      const address = addressOf(url)
      if (address === null) return
      seen.finalUrl = address
      seen.loaded = true
    },
  }
}

/** Of the web, without credentials and fragment. A page makes files itself too (`blob:`): those come from nowhere. */
function addressOf(url: unknown): string | null {
  const parsed = URL.parse(String(url).slice(0, MAX_URL))
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) return null
  parsed.username = ''
  parsed.password = ''
  parsed.hash = ''
  return parsed.href
}
