import { NetworkUnavailable, StateUnavailable } from '../domain/sourceErrors.ts'

/** JSON as a witness keeps it. */
export type Json = null | boolean | number | string | Json[] | { [member: string]: Json }

/** How a read ended. */
export type Outcome = { value: Json } | { error: RecordedError }

/** `chain` and `retryAfter` only of a network that could not be read, `state` where it keeps no such state. */
export type RecordedError = { name: string; message: string; chain?: string; retryAfter?: number; state?: true }

/**
 * Returns a value of a port as JSON: bigint, Map, Set, undefined and numbers that JSON lacks are objects with one member that begins
 * with `$`.
 * @throws TypeError for what is no data, such as a function.
 */
export function toJson(value: unknown): Json {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value
    case 'number':
      return Number.isFinite(value) && !Object.is(value, -0)
        ? value
        : { $number: Object.is(value, -0) ? '-0' : String(value) }
    case 'bigint':
      return { $bigint: value.toString() }
    case 'undefined':
      return { $undefined: true }
    case 'object':
      return value === null ? null : objectToJson(value)
    default:
      throw new TypeError(`a witness cannot keep a ${typeof value}`)
  }
}

function objectToJson(value: object): Json {
  if (Array.isArray(value)) return value.map(toJson)
  if (value instanceof Map) return { $map: [...value].map(([key, one]) => [toJson(key), toJson(one)]) }
  if (value instanceof Set) return { $set: [...value].map(toJson) }
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null)
    throw new TypeError(`a witness cannot keep a ${value.constructor.name}`)
  const members: [string, Json][] = []
  for (const [name, one] of Object.entries(value)) if (one !== undefined) members.push([name, toJson(one)])
  return members.some(([name]) => name.startsWith('$')) ? { $object: members } : Object.fromEntries(members)
}

/** Returns what `toJson` was given. @throws TypeError when it was given nothing of the kind. */
export function fromJson(json: Json): unknown {
  if (json === null || typeof json !== 'object') return json
  if (Array.isArray(json)) return json.map(fromJson)
  const [[tag, kept] = ['', null], more] = Object.entries(json)
  if (!tag.startsWith('$')) return membersOf(Object.entries(json))
  if (more !== undefined) throw new TypeError('a witness holds a value that none was made from')
  switch (tag) {
    case '$number':
      return Object.is(Number(kept), Number.NaN) && kept !== 'NaN' ? refuse(tag) : Number(kept)
    case '$bigint':
      return typeof kept === 'string' && /^-?\d+$/.test(kept) ? BigInt(kept) : refuse(tag)
    case '$undefined':
      return undefined
    case '$map':
      return new Map(pairsOf(kept, tag).map(([key, value]) => [fromJson(key), fromJson(value)]))
    case '$set':
      return new Set(Array.isArray(kept) ? kept.map(fromJson) : refuse(tag))
    case '$object':
      return membersOf(pairsOf(kept, tag).map(([name, value]) => [String(name), value]))
    default:
      return refuse(tag)
  }
}

function membersOf(members: readonly (readonly [string, Json])[]): Record<string, unknown> {
  const value: Record<string, unknown> = {}
  for (const [name, one] of members)
    Object.defineProperty(value, name, { value: fromJson(one), enumerable: true, configurable: true, writable: true })
  return value
}

function pairsOf(kept: Json, tag: string): [Json, Json][] {
  if (!Array.isArray(kept)) return refuse(tag)
  return kept.map((pair) =>
    Array.isArray(pair) && pair.length === 2 ? [pair[0] ?? null, pair[1] ?? null] : refuse(tag),
  )
}

function refuse(tag: string): never {
  throw new TypeError(`a witness holds a malformed ${tag}`)
}

/** Addresses of services, which hold keys and passwords of the operator. */
const URLS = /\b[a-z][a-z0-9+.-]*:\/\/\S*/gi

/** Returns an error of a port as a witness keeps it: its name and message without URLs, and what those who catch it look at. */
export function recordError(error: unknown): RecordedError {
  if (error instanceof NetworkUnavailable) {
    const { name, message, chain, retryAfter } = error
    return { name, message, chain, retryAfter, ...(error instanceof StateUnavailable && { state: true as const }) }
  }
  if (error instanceof Error) return { name: error.name, message: withoutUrls(error.message) }
  return { name: 'Error', message: withoutUrls(String(error)) }
}

function withoutUrls(message: string): string {
  return message.replace(URLS, '(URL)')
}

/** Returns an error that is caught as the recorded one was. */
export function revivedError({ name, message, chain, retryAfter, state }: RecordedError): Error {
  if (chain !== undefined) return state ? new StateUnavailable(chain) : new NetworkUnavailable(chain, retryAfter ?? 1)
  if (name === 'TimeoutError' || name === 'AbortError') return new DOMException(message, name)
  return Object.assign(new Error(message), { name })
}
