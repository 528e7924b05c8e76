import { WARNING_DEADLINE_MS, type WarningRequest } from './warningRow.ts'

/** A page of the sandbox that drains, an honest page, and scans of both: what a wallet does when its owner opens them. */
export const DRAINING_PAGE = 'https://lantern-airdrop.test/'
export const HONEST_PAGE = 'https://wren-books.test/'
export const SITE_SCANS: readonly WarningRequest[] = [DRAINING_PAGE, HONEST_PAGE].map((url) => ({
  path: '/v1/scan/url',
  body: { url, options: { deadlineMs: WARNING_DEADLINE_MS } },
}))
