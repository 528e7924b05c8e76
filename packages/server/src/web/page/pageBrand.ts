import type { Brand } from '../brands/brand.ts'

/** What a page is compared with to tell whose it says it is. */
export type PageBrand = Brand & {
  /** SHA-256 of its icons, lower-case hex. */
  faviconSha256?: readonly string[]
}
