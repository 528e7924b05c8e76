import type { Page } from '@redoubt/risk/facts/page.ts'
import { sendsSession } from '@redoubt/risk/url/sentSession.ts'
import { cleanText } from '../../../lib/cleanText.ts'
import { literalText } from '../../visit/literalText.ts'
import { dataText, type Outline } from '../html/outline.ts'
import type { Code } from './code.ts'

/** Where code writes an address that is code. */
const WRITTEN = /["'`]\s?javascript:/gi
const MAX_LINKS = 200
const MAX_WRITTEN = 20

/** Bookmarks that a page hands out, also by its code, and that send what the sites keep on which they are pressed. */
export function bookmarksOf({ links }: Pick<Outline, 'links'>, codes: readonly Code[]): Page['clipboard'] {
  const written = codes.flatMap(({ unfolded, where }) =>
    [...unfolded.matchAll(WRITTEN)].slice(0, MAX_WRITTEN).flatMap(({ index }) => {
      const text = literalText(unfolded, index, new Map())?.text
      return text === undefined ? [] : [{ href: text.trim(), where }]
    }),
  )
  const handed = links.flatMap(({ href }) => (/^javascript:/i.test(href) ? [{ href, where: 'inline' }] : []))
  return [...handed.slice(0, MAX_LINKS), ...written].flatMap(({ href, where }): Page['clipboard'] =>
    sendsSession(dataText(`data:,${href}`) ?? href)
      ? [{ kind: 'bookmark-sends-session', where, excerpt: cleanText(href, 160) }]
      : [],
  )
}
