import type { Page } from '@redoubt/risk/facts/page.ts'
import { cleanText } from '../../../lib/cleanText.ts'
import type { Code } from '../code/code.ts'
import type { Outline } from './outline.ts'
import type { SiteRelation } from './siteRelation.ts'

const MAX_DOWNLOADS = 10
/** What runs when it is opened, and archives that hide it. */
const RUNS =
  /\.(?:exe|msi|msix|appx|scr|com|bat|cmd|ps1|vbs|vbe|js[ce]?|wsf|hta|jar|apk|xapk|ipa|dmg|pkg|deb|rpm|appimage|iso|img|vhdx?|lnk|zip|rar|7z)$/i

/** Where code sends the visitor, or what it has saved: an address, with what it is given to. */
const SENT_TO = /\b(?:href|location|open|download)\s*[=(]\s*["'`]([^"'`\s]{1,300})["'`]/gi
const MAX_CODE = 200_000
const MAX_SENT = 200

/** Counts a page's links by where they lead, and names the programs that they or its code offer. A link is dead that leads to the page itself: kits copy menus that go nowhere. */
export function linksOf({ links }: Outline, relation: SiteRelation, codes: readonly Code[] = []): Page['links'] {
  const counts = { total: links.length, offSite: 0, dead: 0, javascript: 0, data: 0 }
  const downloads = new Set<string>()
  for (const { href, download } of links) {
    const start = href.trim().slice(0, 12).toLowerCase()
    if (start === '' || start === '#' || start.startsWith('#!')) counts.dead++
    else if (start.startsWith('javascript:')) counts.javascript++
    else if (start.startsWith('data:')) counts.data++
    const target = relation.resolve(href)
    if (target === null) continue
    if (target.offSite) counts.offSite++
    const { pathname } = target.url
    if ((download || RUNS.test(pathname)) && !/\.(?:com|js)$/i.test(pathname))
      downloads.add(cleanText(target.url.href, 300))
  }
  for (const { text } of codes)
    for (const [, href = ''] of [...text.slice(0, MAX_CODE).matchAll(SENT_TO)].slice(0, MAX_SENT)) {
      const target = relation.resolve(href)
      if (target !== null && RUNS.test(target.url.pathname) && !/\.(?:com|js)$/i.test(target.url.pathname))
        downloads.add(cleanText(target.url.href, 300))
    }
  return { ...counts, downloads: [...downloads].slice(0, MAX_DOWNLOADS) }
}
