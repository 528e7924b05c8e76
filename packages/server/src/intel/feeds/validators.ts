import type { Validators } from '../ports.ts'

const MAX_ETAG = 256

/**
 * What of an answer can be sent back to ask whether it changed. A server's ETag goes into a later request's header, so
 * only what RFC 9110, 8.8.3 allows is kept; a date is kept in the server's own words (13.1.3 asks for them back).
 */
export function validators(headers: Record<string, string>): Validators {
  const etag = headers.etag?.trim() ?? ''
  const lastModified = headers['last-modified']?.trim() ?? ''
  return {
    etag: etag.length <= MAX_ETAG && /^(W\/)?"[\x21\x23-\x7e]*"$/.test(etag) ? etag : null,
    lastModified: /^[A-Za-z]{3,9},? [\w :-]{6,40}$/.test(lastModified) ? lastModified : null,
  }
}
