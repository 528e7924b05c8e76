import type { BrandLikeness } from '@redoubt/risk/facts/site.ts'
import type { BrandIndex } from './brandIndex.ts'
import { labelLikeness } from './labelLikeness.ts'

// Hosts on which strangers publish whole pages under a path. Profiles and code repositories are left out: their pages carry
// brands' names honestly, and look like the service's.
const PAGE_HOSTS: ReadonlySet<string> = new Set(
  (
    'sites.google.com docs.google.com storage.googleapis.com s3.amazonaws.com ipfs.io dweb.link cloudflare-ipfs.com cf-ipfs.com ' +
    'gateway.pinata.cloud telegra.ph graph.org forms.office.com forms.gle canva.com beacons.ai linktr.ee bio.link translate.google.com ' +
    'blob.core.windows.net firebasestorage.googleapis.com codepen.io codesandbox.io'
  ).split(' '),
)
const MAX_SEGMENTS = 6
const LONGEST_SEGMENT = 80
const WORD = /[a-z0-9-]+/g

/** Whether strangers publish pages below paths of this host. */
export function isPageHost(host: string): boolean {
  return PAGE_HOSTS.has(host)
}

/** What the first segments of a path resemble: `/view/metamask-login`. */
export function pageLikeness(path: string, index: BrandIndex): BrandLikeness[] {
  const found: BrandLikeness[] = []
  for (const segment of path.toLowerCase().split('/', MAX_SEGMENTS + 1)) {
    if (segment.length > LONGEST_SEGMENT) continue
    for (const [word] of segment.matchAll(WORD)) {
      const like = labelLikeness(word, index)
      if (like === null || like.name.ambiguous || like.how === 'edit-distance') continue
      if (like.name.carried && like.lure !== 'strong') continue
      found.push({
        brand: like.name.brand,
        domain: like.name.domains[0] ?? '',
        how: 'path',
        matched: word,
        ambiguous: false,
        ...(like.lure === 'strong' && { presses: true }),
      })
    }
  }
  return found.slice(0, 1)
}
