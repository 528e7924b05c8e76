import type { Page } from '@redoubt/risk/facts/page.ts'
import { isUnseenPart } from '@redoubt/risk/url/unseenParts.ts'
import type { Outline } from '../html/outline.ts'
import type { Code } from './code.ts'

/**
 * Ways by which something leaves a page, and ways to come by one under another name: requests, addresses of pictures, scripts, frames and
 * links, forms, windows, messages, workers, code made from text, and members of the window that are named when the code runs.
 */
const LEAVES = new RegExp(
  [
    String.raw`\b(?:fetch|sendBeacon|WebSocket|WebTransport|EventSource|XMLHttpRequest|RTCPeerConnection|ActiveXObject|jQuery|axios|postMessage|Worker|SharedWorker|serviceWorker|importScripts|BroadcastChannel)\b`,
    String.raw`\.(?:src|srcset|href|action|data|poster|cssText|background\w*|ping|formAction)\s?=(?!=)|setAttribute|\.(?:submit|requestSubmit|click)\s?\(|\blocation\b|\bopen\s?\(|\bimport\s?\(|\bnew Image\b|url\(`,
    String.raw`createElement(?:NS)?\s?\((?!\s?["'\x60](?:div|span|p|ul|ol|li|h[1-6]|main|section|article|header|footer|label|input|textarea|button|output|pre|code|table|t[drh]|tbody|thead|small|strong|em|b|i|br|hr|select|option|template|dialog)["'\x60])|document\.write`,
    String.raw`\beval\b|\bFunction\b|\bconstructor\b|\b(?:window|self|globalThis|top|parent|frames|document|navigator|this)\s?\[|\b(?:window|self|globalThis|top|parent|frames|navigator)\b(?!\s?\.\s?\w)|defaultView|ownerDocument|\[[^\[\]]{0,80}\+[^\[\]]{0,80}\]\s?[\[(]|\bReflect\b|\bwith\s?\(|\batob\b|\bunescape\b|decodeURI|ethereum|\bcookie\b`,
  ].join('|'),
)
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
  { forms, frames, links }: Pick<Outline, 'forms' | 'frames' | 'links'>,
  { unread, obfuscation, scripts, linked }: Read,
): boolean {
  const isSeen = !linked || (unread.every(isUnseenPart) && scripts.every(({ read }) => read))
  const isWhole = isSeen && obfuscation.length === 0 && forms.length === 0 && frames.length === 0
  // What is kept may be sent by the next page of the site.
  const leaves = (code: string) => LEAVES.test(code) || LEADS.test(code) || (links.length > 0 && KEEPS.test(code))
  return isWhole && codes.every(({ unfolded, decoded }) => decoded === '' && !leaves(unfolded))
}
