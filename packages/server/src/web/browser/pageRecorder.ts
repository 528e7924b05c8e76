import type { Address } from '@redoubt/risk/address.ts'
import { CHAIN_IDS, CHAINS, type Chain } from '@redoubt/risk/chain.ts'
import type { Browsing, WalletRequest } from '@redoubt/risk/facts/browsing.ts'
import { isCommand } from '@redoubt/risk/url/clipboardCommand.ts'
import { sendsSession } from '@redoubt/risk/url/sentSession.ts'
import { cleanText } from '../../lib/cleanText.ts'
import { shownIn } from '../page/words/shownAddress.ts'
import type { Untrusted } from './devtools.ts'
import type { PageWalletRequest } from './pageWallet.ts'
import { shownTexts } from './shownTexts.ts'
import { stateOf } from './stateOf.ts'

/** A request as it was made, before it is judged. */
export type SeenRequest = Omit<WalletRequest, 'scan'> & { origin: string }
export type PageRecord = Pick<
  Browsing,
  | 'finalUrl'
  | 'dialogs'
  | 'clipboardWrites'
  | 'copies'
  | 'codes'
  | 'marks'
  | 'windows'
  | 'pictures'
  | 'downloads'
  | 'screenshot'
> & {
  requests: SeenRequest[]
  /** Something of the page itself was shown. */
  loaded: boolean
  /** Each different state of the document, in order. */
  documents: RenderedDocument[]
}

/** A document as the browser held it after its scripts ran. */
export type RenderedDocument = {
  url: string
  html: string
  visitor: 'first' | 'second'
  /** Of another site: in a frame of the page, or where its code for phones leads. */
  isForeign?: true
}

/** What a page did, bounded: it decides how often it does what. */
export type PageRecorder = {
  seen: PageRecord
  /** Null: asked for before, in the same words. `false`: one too many. */
  request(request: SeenRequest): SeenRequest | null | false
  /** False: one too many. */
  dialog(type: unknown, message: unknown): boolean
  copied(text: string, unprompted: boolean): void
  download(name: unknown, url: unknown, afterPress?: boolean): void
  arrived(url: unknown): void
  /** The document as it is now. */
  rendered(
    document: { html: string; hidden: readonly string[] } | null,
    visitor?: 'first' | 'second',
    url?: string,
    isForeign?: boolean,
  ): void
  /** What dialogs asked for: a last state of the page, with a field for each. */
  asked(messages: readonly string[]): void
  /** States of the page that there was no place for. */
  dropped(): number
  /** What the page has shown, in lower case, without spaces and with. */
  texts(): string[]
}

const MAX_KEPT = 20
const MAX_URL = 2_048
const MAX_NAME = 200
const MAX_DOCUMENTS = 8
/** Places more from when the second visitor has come: the first may have filled all others. */
const MAX_OF_SECOND = 2
const MAX_FOREIGN = 3
/** Characters of one document, and of all its elements what is looked into. */
export const MAX_DOCUMENT = { maxLength: 400_000, maxElements: 20_000, maxHidden: 200 }

export function createPageRecorder(url: string, limits: { requests: number; dialogs: number }): PageRecorder {
  const seen: PageRecord = {
    finalUrl: url,
    requests: [],
    dialogs: [],
    clipboardWrites: [],
    copies: [],
    codes: [],
    marks: [],
    windows: [],
    pictures: 0,
    downloads: [],
    screenshot: null,
    loaded: false,
    documents: [],
  }
  const known = new Set<string>()
  /** What no person can see of each document, and what it shows, which is found out once. */
  const hidden = new Map<RenderedDocument, readonly string[]>()
  const shown = new Map<RenderedDocument, string[]>()
  const textsOf = () =>
    seen.documents.flatMap((one) => {
      if (one.isForeign) return []
      const texts = shown.get(one) ?? shownTexts(one.html, hidden.get(one) ?? [])
      shown.set(one, texts)
      return texts
    })
  const states = new Set<unknown>()
  let dropped = 0
  let places = MAX_DOCUMENTS
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
    copied(text, unprompted) {
      const known = seen.clipboardWrites.length
      keep(seen.clipboardWrites, cleanText(text, 500))
      if (seen.clipboardWrites.length === known) return
      // Judged whole: what it does may stand behind what is kept.
      const does = isCommand(text) ? 'command' : sendsSession(text) ? 'sends-session' : null
      const kept = { text: cleanText(text, 500), ...(does !== null && ({ does } as const)) }
      seen.copies.push({ ...kept, unprompted, ...shownIn(textsOf(), plainText(text)) })
    },
    download(name, given, afterPress = false) {
      const file = { name: cleanText(String(name ?? ''), MAX_NAME), url: addressOf(given) }
      const download = afterPress ? { ...file, afterPress: true as const } : file
      const isKnown = seen.downloads.some(({ name, url }) => name === download.name && url === download.url)
      if (seen.downloads.length < MAX_KEPT && !isKnown) seen.downloads.push(download)
    },
    arrived(url) {
      const address = addressOf(url)
      if (address === null) return
      seen.finalUrl = address
      seen.loaded = true
    },
    asked(messages) {
      const last = seen.documents.findLast(({ isForeign }) => !isForeign)
      if (messages.length === 0 || last === undefined) return
      const fields = messages.map((one) => `<p><label>${one.replace(/[&<>]/g, '.')} <input type="text"></label></p>`)
      const document = { ...last, html: `${last.html}\n<div>${fields.join('')}</div>` }
      seen.documents.push(document)
      hidden.set(document, hidden.get(last) ?? [])
    },
    dropped: () => dropped,
    texts: textsOf,
    rendered(given, visitor = 'first', url = seen.finalUrl, isForeign = false) {
      if (visitor === 'second') places = MAX_DOCUMENTS + MAX_OF_SECOND
      if (given === null || given.html === '') return
      const html = given.html.slice(0, MAX_DOCUMENT.maxLength)
      const document: RenderedDocument = { url, html, visitor, ...(isForeign && { isForeign }) }
      const state = stateOf([html, ...given.hidden.slice(0, MAX_DOCUMENT.maxHidden)].join('\n>'))
      if (states.has(state)) return
      states.add(state)
      const isFull = isForeign && seen.documents.filter((one) => one.isForeign).length >= MAX_FOREIGN
      if (isFull || seen.documents.length >= places) {
        dropped++
        return
      }
      seen.documents.push(document)
      hidden.set(document, given.hidden.slice(0, MAX_DOCUMENT.maxHidden))
    },
  }
}

function plainText(text: string): string {
  return text.replace(/\s+/g, '').toLowerCase()
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

/** What the provider in a page said, after checking: the page may say anything in its place. */
type PageReport =
  | {
      kind: 'call'
      id: number
      provider: Exclude<WalletRequest['provider'], 'qr-code'>
      method: string
      params: string | null
      /** The network that a request inside of another names; null for one that we do not know. Left out: the selected one. */
      chain?: Chain | null
    }
  | { kind: 'copied'; text: string }
  /** What a page handed to a WebSocket whose server did not answer, or to a window of another site. */
  | { kind: 'sent'; text: string; to: string; channel: 'websocket' | 'message' }
  /** The page does something more in so many milliseconds. */
  | { kind: 'later'; milliseconds: number }

/** JSON text of the parameters of one request, in UTF-16 code units. */
export const MAX_PARAMS = 65_536

/** Of a copied text, in UTF-16 code units. */
const MAX_COPIED = 20_001

/** All of what is said at once: parameters are JSON in JSON, where a quotation mark takes two. */
export const MAX_REPORT = 2 * MAX_PARAMS + 1_024

/** Null for what our provider does not say. `params` null: there were more than are looked at. */
export function readReport(text: unknown): PageReport | null {
  if (typeof text !== 'string' || text.length > MAX_REPORT) return null
  const said = parse(text)
  if (said === null) return null
  const { id, provider, method, params, copied, sent, to, later, message } = said
  if (typeof later === 'number' && later >= 0) return { kind: 'later', milliseconds: later }
  if (typeof sent === 'string' && typeof to === 'string')
    return {
      kind: 'sent',
      text: sent.slice(0, 20_000),
      to: to.slice(0, 300),
      channel: message === true ? 'message' : 'websocket',
    }
  if (typeof copied === 'string') return { kind: 'copied', text: copied.slice(0, MAX_COPIED) }
  if (!Number.isSafeInteger(id) || typeof method !== 'string' || method === '') return null
  if (provider !== 'eip1193' && provider !== 'eip6963' && provider !== 'other-network') return null
  const bounded = typeof params === 'string' && params.length <= MAX_PARAMS ? params : null
  return { kind: 'call', id: id as number, provider, ...innermost(cleanText(method, 100), bounded) }
}

type Asked = { method: string; params: string | null; chain?: Chain | null }

/** Opens a request inside of another (CAIP-27): wallets show the inner one to their owner, for the network of its scope. */
function innermost(method: string, params: string | null): Asked {
  const given = method === 'wallet_invokeMethod' && params !== null ? parse(params) : null
  const { scope, request } = members(Array.isArray(given) ? given[0] : given)
  const { method: inner, params: own = [] } = members(request)
  const named = typeof scope === 'string' ? /^eip155(?::(.*))?$/s.exec(scope) : null
  if (typeof inner !== 'string' || inner === '' || named === null) return { method, params }
  const [, network] = named
  const chain = network === undefined ? {} : { chain: chainOf({ chainId: network }) ?? null }
  return { method: cleanText(inner, 100), params: textOf(own), ...chain }
}

/** Null for what is nested too deeply. */
function textOf(value: unknown): string | null {
  try {
    return JSON.stringify(value)
  } catch {
    return null
  }
}

function parse(text: string): Untrusted | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Untrusted) : null
  } catch {
    return null
  }
}

/** The body of a scan of what a page asked for, as its endpoint takes it; not checked yet. */
type ScanBody = { kind: 'transaction' | 'message'; body: Record<string, unknown> }

/** What decides about what happens. Gas, fees and nonce are the wallet's to choose, and pages make them up. */
const JUDGED = ['to', 'value', 'data', 'input', 'authorizationList'] as const

/** Asks for nothing by itself: the account, a network, a token in the list. */
const HARMLESS =
  /^(?:eth_requestAccounts|wallet_(?:connect|requestPermissions|switchEthereumChain|addEthereumChain|watchAsset|registerOnboarding|createSession)|(?:solana|tron|ton):connect)$/

/** What is judged by the rules of the page, not by a scan of its own. */
const BY_RULES = /^wallet_(?:grantPermissions|requestExecutionPermissions|requestPermissions7715)$/

/** Whether nothing could be said of what was asked, so that it is unknown. */
export function isBeyondScans(method: string): boolean {
  return !HARMLESS.test(method) && !BY_RULES.test(method)
}

const OTHER_CHAIN = 'The page wants a network that is not scanned: what it asks for there was not looked at.'

/** Why a change of networks is unknown: beyond ours the wallet does not follow a page. Null for every other request. */
export function unfollowedChain(method: string, params: unknown): string | null {
  if (method !== 'wallet_switchEthereumChain' && method !== 'wallet_addEthereumChain') return null
  const asked: unknown = Array.isArray(params) ? params[0] : params
  return chainOf(asked) === undefined ? OTHER_CHAIN : null
}

/** Null for what asks for no signature that could be judged. `account` is who would sign. */
export function scanBody({ method, params, chain, origin }: PageWalletRequest, account: Address): ScanBody | null {
  const [first, second] = Array.isArray(params) ? (params as unknown[]) : [params]
  const common = (asked: unknown = {}) => ({ chain: chainOf(asked) ?? chain, origin })
  switch (method) {
    case 'eth_sendTransaction':
    case 'eth_signTransaction':
      return { kind: 'transaction', body: { from: account, to: null, ...pick(first, JUDGED), ...common(first) } }
    case 'eth_signAuthorization':
    case 'wallet_signAuthorization':
    case 'wallet_signEip7702Authorization': {
      const { address, contractAddress, chainId = 0, nonce = 0 } = members(first)
      const authorization = { chainId: Number(chainId), address: contractAddress ?? address, nonce: Number(nonce) }
      return {
        kind: 'transaction',
        body: { from: account, to: account, authorizationList: [authorization], ...common(first) },
      }
    }
    case 'wallet_sendCalls': {
      const { calls, atomicRequired } = members(first)
      const each = Array.isArray(calls) ? calls.map((call) => pick(call, ['to', 'value', 'data'])) : calls
      const atomic = typeof atomicRequired === 'boolean' ? { atomicRequired } : {}
      return { kind: 'transaction', body: { from: account, calls: each, ...atomic, ...common(first) } }
    }
    case 'personal_sign':
    case 'eth_sign':
      return {
        kind: 'message',
        body: { address: account, method, message: isAddress(first) ? second : first, ...common() },
      }
    case 'eth_signTypedData':
    case 'eth_signTypedData_v3':
    case 'eth_signTypedData_v4':
      return {
        kind: 'message',
        body: { address: account, method, typedData: isAddress(first) ? second : first, ...common() },
      }
    default:
      return null
  }
}

function members(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function pick(value: unknown, names: readonly string[]): Record<string, unknown> {
  const given = members(value)
  return Object.fromEntries(names.flatMap((name) => (given[name] == null ? [] : [[name, given[name]]])))
}

/** The network that a request names itself. */
function chainOf(asked: unknown): Chain | undefined {
  const { chainId } = members(asked)
  if (typeof chainId !== 'string' && typeof chainId !== 'number') return undefined
  return CHAINS.find((chain) => CHAIN_IDS[chain] === Number(chainId))
}

/** Pages mix up the order; a message that is an address means nothing. */
function isAddress(value: unknown): boolean {
  return typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value)
}
