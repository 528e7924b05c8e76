import { isObject } from './cloneJson.ts'
import type { WalletRequest } from './verdict.ts'

/** A request for another network around a request (CAIP-27). */
export const WRAPPER = 'wallet_invokeMethod'

export type Wrapped = { scope: string; chainId: number; request: WalletRequest }

/** The request inside of wallet_invokeMethod; null where it has none. */
export function unwrap(params: unknown): Wrapped | null {
  const outer = Array.isArray(params) ? params[0] : params
  if (!isObject(outer) || !isObject(outer.request) || typeof outer.request.method !== 'string') return null
  const { scope } = outer
  const [, id] = (typeof scope === 'string' && /^eip155:([1-9]\d{0,15})$/.exec(scope)) || []
  if (id === undefined) return null
  const { method, params: inside } = outer.request
  return { scope: scope as string, request: { method, params: inside }, chainId: Number(id) }
}

/** The wrapper around what was judged, and nothing beside it. */
export function rewrap({ scope, request: { method } }: Wrapped, params: unknown): unknown {
  return { scope, request: params === undefined ? { method } : { method, params } }
}
