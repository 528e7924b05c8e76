import type { TypedSecret } from '@redoubt/risk/facts/browsing.ts'
import type { Devtools, DevtoolsEvent, Untrusted } from './devtools.ts'
import { carries, type TypedMarks } from './typedMarks.ts'

/** What leaves a page, and whether something is still on its way. */
export type Traffic = {
  heard(event: DevtoolsEvent): void
  /** A text that a page gave to a WebSocket which reached no server. */
  unsent(text: string, url: string): void
  /** Requests without an answer yet. */
  pending(): number
  /** When something last began or ended, in milliseconds of the clock of performance. */
  lastAt(): number
  /** What was typed and then sent, each way once. */
  sent(): TypedSecret[]
}

const MAX_SENT = 20
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
  const found = new Map<string, TypedSecret>()
  let last = performance.now()

  const look = (text: string, url: string, channel: TypedSecret['channel']) => {
    const kinds = [
      ['phrase', marks.phrase],
      ['sentence', marks.sentence],
      ['password', [marks.password]],
    ] as const
    for (const [kind, typed] of kinds) {
      if (found.size >= MAX_SENT || !carries(text, typed)) continue
      const host = URL.parse(url)?.host ?? ''
      found.set(`${kind} ${host} ${channel}`, { kind, host, channel })
    }
  }
  const requested = async ({ params, session }: DevtoolsEvent) => {
    const { requestId, type } = params
    const request = (params.request ?? {}) as Untrusted
    const url = String(request.url ?? '')
    if (!/^(?:https?|wss?):/.test(url)) return
    open.set(String(requestId), performance.now())
    const channel = CHANNELS[String(type)] ?? 'fetch'
    const isRead = request.method === 'GET' && channel !== 'form'
    look(url, url, channel === 'form' && request.method === 'GET' ? 'navigation' : channel)
    if (isRead) return
    const body =
      typeof request.postData === 'string'
        ? request.postData
        : request.hasPostData === true
          ? String(
              (
                await devtools
                  .send('Network.getRequestPostData', { requestId }, session)
                  .catch(() => ({ postData: '' }))
              ).postData,
            )
          : ''
    look(body, url, channel)
  }
  return {
    heard(event) {
      const { method, params } = event
      const id = String(params.requestId)
      if (method === 'Network.requestWillBeSent') void requested(event)
      else if (method === 'Network.loadingFinished' || method === 'Network.loadingFailed') open.delete(id)
      else if (method === 'Network.webSocketCreated') sockets.set(id, String(params.url))
      else if (method === 'Network.webSocketFrameSent') {
        const { payloadData } = (params.response ?? {}) as Untrusted
        look(String(payloadData ?? ''), sockets.get(id) ?? '', 'websocket')
      } else return
      last = performance.now()
    },
    unsent: (text, url) => look(text, url, 'websocket'),
    pending: () => [...open.values()].filter((at) => performance.now() - at < PENDING_MS).length,
    lastAt: () => last,
    sent: () => [...found.values()],
  }
}
