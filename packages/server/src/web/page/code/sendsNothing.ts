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
  const isPlain =
    !mayLoad && handlers.every((handler) => callsOwn(handler, codes)) && forms.length === 0 && frames.length === 0
  const isWhole = isSeen && obfuscation.length === 0 && isPlain
  // What is kept may be sent by the next page of the site.
  const leaves = (code: string) => LEADS.test(code) || (links.length > 0 && KEEPS.test(code))
  // Handlers are read as such, and not as code of a page.
  const known = new Set(handlers)
  const scriptsOnly = codes.filter(({ text }) => !text.split('\n').every((line) => known.has(line)))
  return (
    isWhole &&
    codes.reduce((sum, { text }) => sum + text.length, 0) <= MAX_CODE &&
    codes.every(({ unfolded, decoded }) => decoded === '' && !leaves(unfolded)) &&
    staysInside(
      scriptsOnly.map(({ text }) => text),
      isStyled,
    )
  )
}

/** The handler of an element that calls one function, and gives it nothing but the event. */
const CALLS = /^on[a-z]{2,30}=\s{0,5}(?:return\s{1,3})?([A-Za-z_$][\w$]{2,40})\((?:event)?\)\s{0,3};?\s{0,5}$/
/** Members that elements and documents have or may get, whatever a page calls so: there a name means them first. */
const OF_ELEMENTS =
  /^(?:[a-z]+|(?:request|show|hide|check|report|get|set|has|remove|replace|insert|append|start|stop|toggle|attach|after|before|create|exec|query|scroll|compare|is|lookup|normalize|prepend|pseudo|release|move|animate|adopt|close|clear|import|open|write|on|select|step|submit|reset|evaluate|case|element|elements|exit|view|parse)[A-Z]\w*)$/

/** Whether a handler only calls a function that the page itself makes, by a name that no element has. */
function callsOwn(handler: string, codes: readonly Code[]): boolean {
  const name = CALLS.exec(handler)?.[1]
  if (name === undefined || OF_ELEMENTS.test(name)) return false
  const made = new RegExp(`(?:^|[;{}\\s])(?:async\\s{1,3})?function\\s{1,3}${name.replaceAll('$', '\\$')}\\s{0,3}\\(`)
  return codes.some(({ text }) => made.test(text))
}
