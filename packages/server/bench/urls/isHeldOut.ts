import { createHash } from 'node:crypto'
import type { HostRow } from './readHosts.ts'

/** Phishing first seen from here on, and honest hosts dated from here on. */
const FROM = '2024-08'
/** Honest hosts come from sources that the model has not learned from, as those of its users do. */
const SOURCES = new Set([
  ...['tonkeeper+ton-assets', 'DefiLlama_chainlist', 'defillama', 'blockscout+chainscout', 'portf'],
  ...['public-apis_public-apis', 'ripienaar_free-for-dev'],
])
const FOLDS = 5

/**
 * Whether a row validates: the last months, whole sources of honest hosts, and a fifth of other ordinary ones. By site, so that
 * hosts of one owner are on one side. Whole sources, because a site of the trade from a source that
 * was not learned from is accused twice as often as one from a source that was.
 */
export function isHeldOut({ phishing, seen, sources, category, site }: HostRow): boolean {
  if (seen >= FROM) return true
  if (phishing) return false
  if (sources.some((source) => SOURCES.has(source))) return true
  if (category !== 'popular' && category !== 'longtail') return false
  return (
    (createHash('sha256')
      .update(site.site ?? '')
      .digest()[0] ?? 0) %
      FOLDS ===
    0
  )
}
