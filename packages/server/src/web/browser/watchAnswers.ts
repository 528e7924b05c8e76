import type { GivenText } from '@redoubt/risk/facts/browsing.ts'
import { isDeviceCode } from '@redoubt/risk/url/deviceSignIn.ts'
import { isRecoveryPhrase } from './derivedSecrets.ts'
import type { Devtools, DevtoolsEvent, Untrusted } from './devtools.ts'

/** What servers answer a page's scripts with, as far as it is a recovery phrase or a code for a sign-in. */
export type Answers = {
  heard(event: DevtoolsEvent): void
  /** Those of them that the page has shown or copied. @param texts in lower case, without spaces and with; @param copied as it was copied. */
  given(texts: readonly string[], copied: readonly string[]): GivenText[]
}

/** Answers of one visit that are looked into, and bytes of one: a phrase among more is one of an article. */
const MAX_ANSWERS = 60
const MAX_BYTES = 16_384
/** Values of one answer that are looked at, and texts that are kept. */
const MAX_VALUES = 500
const MAX_FOUND = 10
/** Words of a phrase that may stand in it twice. Those of documentation say one word eleven times. */
const MAX_REPEATED = 1

/**
 * Reads answers of servers to the scripts of a page. A wallet makes its phrase on the device: one that a server hands out is known to its
 * owner. @param own phrases that we typed, which a server may say again.
 */
export function watchAnswers(devtools: Devtools, own: readonly (readonly string[])[]): Answers {
  const awaited = new Map<string, string>()
  const found = new Map<string, { kind: GivenText['kind']; host: string; words: readonly string[] }>()
  const known = new Set(own.map((words) => words.join(' ')))
  const sockets = new Map<string, string>()
  let read = 0

  const note = (kind: GivenText['kind'], host: string, words: readonly string[]) => {
    const text = words.join(' ')
    if (found.size < MAX_FOUND && !known.has(text)) found.set(`${kind} ${text}`, { kind, host, words })
  }
  const look = (host: string, body: string) => {
    for (const value of valuesOf(body)) {
      const words = typeof value === 'string' ? value.trim().split(/[\s,]+/, 25) : value
      if (new Set(words).size >= words.length - MAX_REPEATED && isRecoveryPhrase(words)) note('phrase', host, words)
      const [only = ''] = words
      if (words.length === 1 && isDeviceCode(only)) note('device-code', host, [only])
    }
  }
  const ended = async (id: string, host: string, session: string | null) => {
    const { body, base64Encoded } = await devtools.send('Network.getResponseBody', { requestId: id }, session)
    if (typeof body === 'string' && base64Encoded !== true) look(host, body.slice(0, MAX_BYTES))
  }
  return {
    heard({ method, params, session }) {
      const id = String(params.requestId)
      if (method === 'Network.responseReceived') {
        const { url, mimeType } = (params.response ?? {}) as Untrusted
        const isRead = /^(?:Fetch|XHR)$/.test(String(params.type)) && /json|text\/plain/.test(String(mimeType))
        if (isRead && awaited.size < MAX_ANSWERS) awaited.set(id, URL.parse(String(url))?.host ?? '')
      } else if (method === 'Network.loadingFinished') {
        const host = awaited.get(id)
        if (host === undefined || Number(params.encodedDataLength) > MAX_BYTES || read >= MAX_ANSWERS) return
        awaited.delete(id)
        read++
        // An answer that the browser has put away cannot be read.
        ended(id, host, session).catch(() => undefined)
      } else if (method === 'Network.webSocketCreated' && sockets.size < MAX_ANSWERS) {
        sockets.set(id, URL.parse(String(params.url))?.host ?? '')
      } else if (method === 'Network.webSocketFrameReceived') {
        const { payloadData, opcode } = (params.response ?? {}) as Untrusted
        if (opcode !== 1 || typeof payloadData !== 'string' || payloadData.length > MAX_BYTES || read >= MAX_ANSWERS)
          return
        read++
        look(sockets.get(id) ?? '', payloadData)
      }
    },
    given(texts, copied) {
      const lower = copied.map((text) => text.trim().toLowerCase())
      return [...found.values()].flatMap(({ kind, host, words }) => {
        const said = words.map((word) => word.toLowerCase())
        const isCopied = lower.includes(said.join(' '))
        if (!isCopied && !texts.some((text) => isShownIn(text, said))) return []
        const shown = kind === 'phrase' ? `${words.slice(0, 2).join(' ')} …` : words.join('')
        return [{ kind, host, text: shown, ...(isCopied && { copied: true as const }) }]
      })
    },
  }
}

/** Characters between two words of a list, with its numbers. */
const MAX_GAP = 40

/** Whether words stand in a text in their order, each near the one before. */
function isShownIn(text: string, [first = '', ...rest]: readonly string[]): boolean {
  for (let start = text.indexOf(first); start !== -1; start = text.indexOf(first, start + 1)) {
    let at = start + first.length
    const isWhole = rest.every((word) => {
      const next = text.slice(at, at + MAX_GAP + word.length).indexOf(word)
      at += next + word.length
      return next !== -1
    })
    if (isWhole) return true
  }
  return false
}

/** Whole texts of an answer, and its lists of texts. What is no JSON is one text. */
function valuesOf(body: string): (string | string[])[] {
  const values: (string | string[])[] = []
  const queue: unknown[] = [parsed(body)]
  for (let at = 0; at < queue.length && at < MAX_VALUES; at++) {
    const value = queue[at]
    if (typeof value === 'string') values.push(value)
    else if (Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string')) {
      values.push(value.slice(0, 25))
      queue.push(...value.slice(0, MAX_VALUES))
    } else if (typeof value === 'object' && value !== null) queue.push(...Object.values(value).slice(0, MAX_VALUES))
  }
  return values
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}
