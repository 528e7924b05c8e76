import type { Untrusted } from './devtools.ts'

/** What the provider in a page said, after checking: the page may say anything in its place. */
export type PageReport =
  | { kind: 'call'; id: number; provider: 'eip1193' | 'eip6963'; method: string; params: string | null }
  | { kind: 'copied'; text: string }

/** JSON text of the parameters of one request, in UTF-16 code units. */
export const MAX_PARAMS = 65_536
/** All of what is said at once: parameters are JSON in JSON, where a quotation mark takes two. */
export const MAX_REPORT = 2 * MAX_PARAMS + 1_024

/** Null for what our provider does not say. `params` null: there were more than are looked at. */
export function readReport(text: unknown): PageReport | null {
  if (typeof text !== 'string' || text.length > MAX_REPORT) return null
  const said = parse(text)
  if (said === null) return null
  const { id, provider, method, params, copied } = said
  if (typeof copied === 'string') return { kind: 'copied', text: copied.slice(0, 2_000) }
  if (!Number.isSafeInteger(id) || typeof method !== 'string' || !/^\w{1,100}$/.test(method)) return null
  if (provider !== 'eip1193' && provider !== 'eip6963') return null
  const bounded = typeof params === 'string' && params.length <= MAX_PARAMS ? params : null
  return { kind: 'call', id: id as number, provider, method, params: bounded }
}

function parse(text: string): Untrusted | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Untrusted) : null
  } catch {
    return null
  }
}
