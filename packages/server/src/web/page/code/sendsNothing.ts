import type { Page } from '@redoubt/risk/facts/page.ts'
import { isUnseenPart } from '@redoubt/risk/url/unseenParts.ts'
import type { Outline } from '../html/outline.ts'
import type { Code } from './code.ts'
import { MAX_CODE, staysInside } from './staysInside.ts'

/** Elements that load or lead somewhere, in text that becomes a document. */
const LEADS =
  /<(?:script|img|image|svg|iframe|form|a|link|object|embed|video|audio|source|meta|base|style|math)\b|\b(?:style|background|formaction|ping)\s?=\s?\\?["']/i

const KEEPS = /\b(?:localStorage|sessionStorage|indexedDB|caches|history|name)\b/

/** What of a page was read, and what was found. `linked`: whether its scripts were fetched; a browser's states carry those of the page. */
type Read = Pick<Page, 'unread' | 'obfuscation' | 'scripts'> & { linked: boolean }

/**
 * Whether nothing that is typed into a page can leave it: all of its code was read, none of it is hidden, and it has no way to send, nor has
 * the document. Parts that were not read are no proof.
 */
export function sendsNothing(
  codes: readonly Code[],
  {
    forms,
    frames,
    links,
    handlers,
    mayLoad,
    isStyled,
  }: Pick<Outline, 'forms' | 'frames' | 'links' | 'handlers' | 'mayLoad' | 'isStyled'>,
  { unread, obfuscation, scripts, linked }: Read,
): boolean {
  const isSeen = !linked || (unread.every(isUnseenPart) && scripts.every(({ read }) => read))
  // A name in the handler of an element may be a member of that element.
  const isPlain = !mayLoad && handlers.length === 0 && forms.length === 0 && frames.length === 0
  const isWhole = isSeen && obfuscation.length === 0 && isPlain
  // What is kept may be sent by the next page of the site.
  const leaves = (code: string) => LEADS.test(code) || (links.length > 0 && KEEPS.test(code))
  return (
    isWhole &&
    codes.reduce((sum, { text }) => sum + text.length, 0) <= MAX_CODE &&
    codes.every(({ unfolded, decoded }) => decoded === '' && !leaves(unfolded)) &&
    staysInside(
      codes.map(({ text }) => text),
      isStyled,
    )
  )
}
