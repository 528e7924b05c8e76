import { ApiError } from '../../errors.ts'
import type { UrlScanInput } from '../../usecases/scans/url/scanUrl.ts'
import type { UrlRequest } from '../schemas/urlBody.ts'

const DEFAULT_DEADLINE_MS = 10_000

/**
 * Reads a validated body.
 * @throws ApiError VALIDATION_ERROR for what the pattern lets through and no browser would open.
 */
export function parseUrl({ url, chain = 'ethereum', options = {} }: UrlRequest): UrlScanInput {
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new ApiError('VALIDATION_ERROR', { detail: 'body.url: expected an http or https URL' })
  return {
    url,
    chain,
    includeContent: options.includeContent ?? false,
    includeWhois: options.includeWhois ?? false,
    browse: options.browse ?? false,
    fresh: options.fresh ?? false,
    deadlineMs: options.deadlineMs ?? DEFAULT_DEADLINE_MS,
  }
}
