import type { Page } from '@redoubt/risk/facts/page.ts'
import { cleanText } from '../../../lib/cleanText.ts'
import type { Outline } from './outline.ts'
import type { SiteRelation } from './siteRelation.ts'

const MAX_FRAMES = 30

/** Returns the pages inside the page. `about:blank` and its like show no other page. */
export function framesOf({ frames }: Outline, relation: SiteRelation): Page['frames'] {
  return frames
    .flatMap(({ src, hidden }) => {
      const target = src.trim() === '' ? null : relation.resolve(src)
      return target ? [{ src: cleanText(target.url.href, 300), hidden, offSite: target.offSite }] : []
    })
    .slice(0, MAX_FRAMES)
}
