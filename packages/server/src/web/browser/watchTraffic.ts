import { isUtf8 } from 'node:buffer'
import type { TypedSecret } from '@redoubt/risk/facts/browsing.ts'
import type { Devtools, DevtoolsEvent, Untrusted } from './devtools.ts'
import { opaqueBytes } from './opaqueBytes.ts'
import { carriedIn, carriesDerived, createWordCount, readingsOf, type TypedMarks } from './typedMarks.ts'

/** What leaves a page, and whether something is still on its way. */
export type Traffic = {
  heard(event: DevtoolsEvent): void
  /** What stands in the fields from now on; null: what the page had in them, or what is not told apart. */
  typing(words: 'phrase' | 'sentence' | null): void
  /** A text that a page gave to a WebSocket which reached no server, or to a window of another site. */
  unsent(text: string, url: string, channel: 'websocket' | 'message'): void
  /** Requests without an answer yet. */
  pending(): number
  /** When something last began or ended, in milliseconds of the clock of performance. */
  lastAt(): number
  /** What was typed and then sent, each way once. */
  sent(): TypedSecret[]
}

/** Of each kind: other words sent to many hosts leave room for a phrase. */
const MAX_SENT = 20
const MAX_WAY = 300
const MAX_UNREADABLE = 100
/** Requests of one visit; a page that makes more sends nothing more than is seen of these. */
const MAX_UNREAD = 2_000
/** Twelve words hold at least that much when they are encrypted; identifiers and times hold less. */
const SEALED_BYTES = 36
const HIDDEN_BODY = '\u0000'.repeat(64)
/** A request that takes longer is not waited for. */
const PENDING_MS = 2_500
const CHANNELS: Readonly<Record<string, TypedSecret['channel']>> = {
  Ping: 'beacon',
  Image: 'image',
  Document: 'form',
  WebSocket: 'websocket',
}

/** Follows the requests of a window and its frames, by events of the browser, which no page can forge or hide from. */
export function watchTraffic(devtools: Devtools, marks: TypedMarks): Traffic {
  const open = new Map<string, number>()
  const sockets = new Map<string, string>()
  const found = new Map<string, TypedSecret & { id: string }>()
  /** Requests of scripts whose answer no script may read (`no-cors` of the Fetch standard). */
  const unread = new Set<string>()
  /** Unreadable messages by the words that stood in the fields when they left. `way`: host and path. */
  const unreadable: {
    words: 'phrase' | 'sentence' | null
    host: string
    way: string
    channel: TypedSecret['channel']
  }[] = []
  let last = performance.now()
  let typed: 'phrase' | 'sentence' | null = null

  const counts = { phrase: createWordCount(marks.phrases), sentence: createWordCount([marks.sentence]) }
  let hadPhrase = false

  const note = (
    kind: TypedSecret['kind'],
    { url, channel, id = '' }: Way,
    more: Pick<TypedSecret, 'derived' | 'from'> = {},
  ) => {
    const host = URL.parse(url)?.host ?? ''
    const bot = botOf(url)
    const key = `${kind} ${host} ${channel} ${bot ?? ''} ${more.derived ?? ''} ${more.from ?? ''}`
    const alike = [...found.values()].filter((one) => one.kind === kind).length
    if (alike >= MAX_SENT || found.has(key)) return
    found.set(key, { id, kind, host, channel, ...(bot !== null && { bot }), ...more })
  }
  /** Text in which what was typed may stand. */
  const lookFor = (text: string, way: Way, words = typed) => {
    if (text === '') return
    const texts = readingsOf(text)
    if (words !== null && counts[words].add(URL.parse(way.url)?.host ?? '', texts)) note(words, way)
    for (const kind of carriedIn(texts, marks)) {
      if (kind !== 'card') note(kind, way)
      // Frames of payment firms tell each other what is typed in them.
      else if (way.channel !== 'message') note(kind, way, way.from ? { from: way.from } : {})
    }
    if (hadPhrase && carriesDerived(texts, marks)) note('phrase', way, { derived: true })
  }
  const look = (text: string, url: string, channel: TypedSecret['channel'], words = typed, id = '', from = '') => {
    // Frames tell each other much that is made for scripts alone.
    if (channel !== 'message' && unreadable.length < MAX_UNREADABLE && opaqueBytes(text) >= SEALED_BYTES)
      unreadable.push({ words, host: URL.parse(url)?.host ?? '', way: wayOf(url), channel })
    lookFor(text, { url, channel, id, from }, words)
  }
  const requested = async ({ params, session }: DevtoolsEvent) => {
    const { requestId, type } = params
    const request = (params.request ?? {}) as Untrusted
    const url = String(request.url ?? '')
    if (!/^(?:https?|wss?):/.test(url)) return
    // A beacon has no answer that a page sees, often after the page has gone.
    if (type !== 'Ping') open.set(String(requestId), performance.now())
    const channel = CHANNELS[String(type)] ?? 'fetch'
    const words = typed
    const id = String(requestId)
    const from = senderOf(params, request, type === 'Document')
    lookFor(headersOf(request.headers), { url, channel, id, from })
    const isRead = request.method === 'GET' && channel !== 'form'
    look(url, url, channel === 'form' && request.method === 'GET' ? 'navigation' : channel, words, id, from)
    if (isRead) return
    const bodies = [...entriesOf(request)]
    if (bodies.length === 0 && request.hasPostData === true) {
      const whole = await devtools.send('Network.getRequestPostData', { requestId }, session).catch(() => null)
      // A body that the browser does not show is one that cannot be read.
      bodies.push(whole === null ? HIDDEN_BODY : String(whole.postData))
    }
    for (const body of bodies) look(body, url, channel, words, id, from)
  }
  return {
    heard(event) {
      const { method, params } = event
      const id = String(params.requestId)
      if (method === 'Network.requestWillBeSent') requested(event).catch(() => undefined)
      else if (method === 'Network.requestWillBeSentExtraInfo') {
        // Cookies leave with requests that show none of them.
        const { cookie = '', host, ':authority': authority = host, ...others } = namesOf(params.headers)
        if (others['sec-fetch-mode'] === 'no-cors' && unread.size < MAX_UNREAD) unread.add(id)
        // Kept words leave with documents that are opened later too, whatever other words stood there before.
        if (typed === null || others['sec-fetch-dest'] === 'document') return
        lookFor(cookie, { url: `https://${authority ?? ''}/`, channel: 'fetch' })
        return
      } else if (method === 'Network.loadingFinished' || method === 'Network.loadingFailed') open.delete(id)
      else if (method === 'Network.webSocketCreated') sockets.set(id, String(params.url))
      else if (method === 'Network.webSocketFrameSent') {
        const { payloadData = '', opcode } = (params.response ?? {}) as Untrusted
        const text = opcode === 2 ? textOf(Buffer.from(String(payloadData), 'base64')) : String(payloadData)
        look(text, sockets.get(id) ?? '', 'websocket')
      } else return
      last = performance.now()
    },
    typing: (words) => {
      typed = words
      hadPhrase ||= words === 'phrase'
    },
    unsent: (text, url, channel) => look(text, url, channel),
    pending: () => [...open.values()].filter((at) => performance.now() - at < PENDING_MS).length,
    lastAt: () => last,
    sent() {
      const seen = [...found.values()].map(({ id, channel, ...one }) => ({
        ...one,
        channel: channel === 'fetch' && unread.has(id) ? ('beacon' as const) : channel,
      }))
      const isRead = seen.some(({ kind }) => kind === 'phrase' || kind === 'key')
      return isRead ? seen : [...seen, ...sealedPhrases()]
    },
  }

  /** Unreadable messages that went a way after a phrase was typed, and not after as many other words. */
  function sealedPhrases(): TypedSecret[] {
    const after = (of: 'phrase' | 'sentence' | null) => unreadable.filter(({ words }) => words === of)
    // Honest pages write to one place and then to another of a server; what went before any words is told by its way.
    const usual = new Set([...after('sentence').map(({ host }) => host), ...after(null).map(({ way }) => way)])
    const told = new Set([...found.values()].filter(({ kind }) => kind === 'sentence').map(({ host }) => host))
    const [first] = after('phrase').filter(({ way, host }) => !usual.has(way) && !usual.has(host) && !told.has(host))
    return first === undefined ? [] : [{ kind: 'phrase', host: first.host, channel: first.channel, sealed: true }]
  }
}

/** `id`: of the request; `from`: host of the document that sends it, empty where that is not known. */
type Way = { url: string; channel: TypedSecret['channel']; id?: string; from?: string }

/** A document that is opened is its own: the one before is told by where it comes from. */
function senderOf({ documentURL }: Untrusted, { headers }: Untrusted, isDocument: boolean): string {
  const from = isDocument ? namesOf(headers).referer : documentURL
  return URL.parse(String(from ?? ''))?.host ?? ''
}

/** Host and path of an address. What differs from message to message in a path counts as equal. */
function wayOf(url: string): string {
  const { host = '', pathname = '' } = URL.parse(url) ?? {}
  return `${host}${pathname.slice(0, MAX_WAY).replace(/[\w-]*\d[\w-]*|[\w-]{24,}/g, '#')}`
}

/** The bot or channel of a chat that an address posts to; null for another. Its owner alone reads what is sent. */
function botOf(url: string): NonNullable<TypedSecret['bot']> | null {
  const { hostname: whole = '', pathname = '' } = URL.parse(url) ?? {}
  const hostname = whole.replace(/\.$/, '')
  if (hostname === 'api.telegram.org' && pathname.startsWith('/bot')) return 'telegram-bot'
  const isDiscord = /^(?:\w{1,20}\.)?discord(?:app)?\.com$/.test(hostname)
  return isDiscord && /^\/api\/(?:v\d{1,2}\/)?webhooks\//.test(pathname) ? 'discord-webhook' : null
}

/** Of a request, as a page may set them. Where it comes from is no message. */
function headersOf(given: unknown): string {
  return Object.entries(namesOf(given))
    .flatMap(([name, value]) => (/^(?:referer|user-agent|sec-.*|cookie)$/.test(name) ? [] : [value]))
    .join('\n')
}

/** Text values of headers by name, in lower case. */
function namesOf(given: unknown): Record<string, string> {
  const headers = (typeof given === 'object' && given !== null ? given : {}) as Untrusted
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name.toLowerCase(), value] as const] : [],
    ),
  )
}

/** The parts of a body that the browser tells with the request, each character a byte. */
function entriesOf({ postData, postDataEntries }: Untrusted): string[] {
  const entries = Array.isArray(postDataEntries) ? (postDataEntries as Untrusted[]) : []
  const bytes = entries.flatMap(({ bytes } = {}) =>
    typeof bytes === 'string' ? [textOf(Buffer.from(bytes, 'base64'))] : [],
  )
  return bytes.length > 0 ? bytes : typeof postData === 'string' ? [postData] : []
}

/** UTF-8, or what is none, each character a byte. */
function textOf(bytes: Buffer): string {
  return isUtf8(bytes) ? bytes.toString('utf8') : bytes.toString('latin1')
}
