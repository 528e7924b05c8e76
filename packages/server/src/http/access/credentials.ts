import type { IncomingMessage } from 'node:http'

const BEARER = /^bearer +([\x21-\x7e]+) *$/i
/** A key has 41 characters, a token of a stream some 600 at most: nothing longer is even looked up. */
const LONGEST_TOKEN = 1024

const tokensFromQuery = new WeakMap<IncomingMessage, string>()
const tokensFromPath = new WeakMap<IncomingMessage, string>()
/** The guarded endpoint with a token behind the network. */
const RPC_PATH = /^(\/v1\/rpc\/[^/?]+)\/([^/?]+)\/?(?=\?|$)/

/**
 * Takes `api_key`, and a token in the path, out of the request's URL before the router, a log line or an error can see it, and remembers it for
 * `presentedToken`. Fastify calls this as `rewriteUrl`, just after keeping the original URL, which is overwritten too.
 */
export function stripApiKey(request: IncomingMessage & { originalUrl?: string }): string {
  const { url: path, token: rpcToken } = splitRpcToken(request.url ?? '/')
  if (rpcToken !== null) tokensFromPath.set(request, rpcToken)
  const { url, token } = splitApiKey(path)
  if (token !== null) tokensFromQuery.set(request, token)
  request.originalUrl = url
  return url
}

/** The URL without any `api_key` parameter (however its name is percent-encoded), and the first one's value. */
export function splitApiKey(url: string): { url: string; token: string | null } {
  const mark = url.indexOf('?')
  if (mark < 0) return { url, token: null }
  let token: string | null = null
  const kept = url
    .slice(mark + 1)
    .split('&')
    .filter((pair) => {
      // URLSearchParams never throws on broken percent-encoding, unlike decodeURIComponent.
      for (const [name, value] of new URLSearchParams(pair)) {
        if (name !== 'api_key') continue
        token ??= value
        return false
      }
      return true
    })
    .join('&')
  if (token === null) return { url, token }
  return { url: kept === '' ? url.slice(0, mark) : `${url.slice(0, mark)}?${kept}`, token }
}

/** The URL without the token behind the network, and that token. @example splitRpcToken('/v1/rpc/bsc/svc_rpc_live_…') */
function splitRpcToken(url: string): { url: string; token: string | null } {
  const [whole = '', path = '', token] = RPC_PATH.exec(url) ?? []
  return token === undefined ? { url, token: null } : { url: path + url.slice(whole.length), token }
}

/** The token that the path of a request holds; null for none. */
export function tokenInPath(request: IncomingMessage): string | null {
  return tokensFromPath.get(request) ?? null
}

/** Whether a request presents a key, well formed or not: it is then no matter of cookies. */
export function presentsKey(request: IncomingMessage): boolean {
  return request.headers.authorization !== undefined || tokensFromQuery.has(request)
}

/** The API key a request presents: the `Authorization` header when there is one, else the query; null for none. */
export function presentedToken(request: IncomingMessage): string | null {
  const { authorization } = request.headers
  const token = authorization === undefined ? tokensFromQuery.get(request) : BEARER.exec(authorization)?.[1]
  return token !== undefined && token.length <= LONGEST_TOKEN ? token : null
}
