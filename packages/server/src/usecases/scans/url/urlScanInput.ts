import type { Chain } from '@redoubt/risk/chain.ts'

export type UrlScanInput = {
  /** As the caller wrote it: http or https. */
  url: string
  /** Where what the site asks to sign would happen, unless it says otherwise. */
  chain: Chain
  /** Adds what the page says and does. Default false. */
  includeContent: boolean
  /** Adds the registration of the domain. Default false. */
  includeWhois: boolean
  /** Runs the page in a browser. Default false: that takes seconds, and not every service has one. */
  browse: boolean
  /** Do not answer with what was found a short while ago. Default false. */
  fresh: boolean
  /** 200-30,000, default 10,000. */
  deadlineMs: number
}
