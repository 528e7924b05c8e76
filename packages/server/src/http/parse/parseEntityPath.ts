import { ApiError } from '../../errors.ts'

/** A URL that stands in a path as it is. Proxies fold its two slashes into one. */
const RAW = /^https?:\/{1,2}[^/]/i

/** Whether a URL stands in the path as it is, behind `prefix`. */
export function isRawEntity(target: string, prefix: string): boolean {
  return target.startsWith(prefix) && RAW.test(target.slice(prefix.length).split(/[?#]/, 1)[0] ?? '')
}

/**
 * The entity of a path, percent-decoded once. A URL that stands there as it is keeps its own encoding, and the members of the query
 * that are not `ours`.
 * @param target path and query as the client sent them, without `api_key`.
 * @param prefix what the path begins with, up to the entity.
 * @throws ApiError VALIDATION_ERROR for encoding that is none.
 * @example parseEntityPath('/v1/risk/score/https://a.example/x?y=1&chain=bsc', '/v1/risk/score/', ['chain'])
 * // 'https://a.example/x?y=1'
 */
export function parseEntityPath(target: string, prefix: string, ours: readonly string[]): string {
  const [whole = ''] = target.split('#', 1)
  const mark = whole.indexOf('?')
  const path = mark < 0 ? whole : whole.slice(0, mark)
  const given = path.slice(prefix.length)
  if (!RAW.test(given)) return decoded(given)
  const own =
    mark < 0
      ? []
      : whole
          .slice(mark + 1)
          .split('&')
          .filter((pair) => !isOurs(pair, ours))
  return own.length === 0 ? given : `${given}?${own.join('&')}`
}

function isOurs(pair: string, ours: readonly string[]): boolean {
  const [[name] = ['']] = [...new URLSearchParams(pair)]
  return name !== undefined && ours.includes(name)
}

function decoded(given: string): string {
  try {
    return decodeURIComponent(given)
  } catch (cause) {
    throw new ApiError('VALIDATION_ERROR', { detail: 'path: expected valid percent-encoding' }, { cause })
  }
}
