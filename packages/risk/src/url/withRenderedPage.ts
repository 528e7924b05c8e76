import type { ShownCode, ShownMark, TypedSecret } from '../facts/browsing.ts'
import type { Page } from '../facts/page.ts'
import { presentsItself } from './brandLikeness.ts'
import { isUnseenPart, SHOWN_BY_A_BROWSER, unreadInBrowser } from './unseenParts.ts'

/** Most entries of each list that the page and its later states give together. */
const MAX_ENTRIES = 60
/** Characters of text that are kept. */
const MAX_TEXT = 2_000

/** Returns the page as it was sent together with what a browser showed of it later. Null where neither is HTML. */
export function withRenderedPage(page: Page | null, rendered: Page | null): Page | null {
  if (rendered === null) return page
  if (page === null) return rendered
  // The server asks every visitor for these secrets.
  const isAsked = page.secretsAsked.length > 0
  const onlyOthers = rendered.onlyOthers.filter((what) => what !== 'secrets' || !isAsked)
  const known = new Set(page.scripts.map(({ src }) => src))
  const { keepsTyped: stays, ...whole } = mergePages(page, { ...rendered, onlyOthers })
  const hasOwnCode = rendered.scripts.every(({ src }) => src === null || known.has(src))
  return {
    ...whole,
    ...(stays && hasOwnCode && { keepsTyped: true }),
    unread: unreadInBrowser(whole.unread),
    rendered: true,
  }
}

/** Returns the page without `keepsTyped` where a browser saw typed words leave. */
export function withSeenTyped(page: Page | null, typed: readonly TypedSecret[]): Page | null {
  if (page === null || typed.length === 0) return page
  const { keepsTyped: _, ...sends } = page
  return sends
}

/** Characters at the beginning of a page in which it says who it is. */
const INTRODUCTION = 300

/**
 * Returns the page without the pictures beside its secrets where it is known who shows them: a brand was recognised, or the page presents
 * itself by its own name. A browser that recognised nothing has not seen whose they are.
 */
export function withKnownMarks(page: Page | null, marks: readonly ShownMark[], site: string | null): Page | null {
  if (page === null || !page.rendered || !page.unread.includes(SHOWN_BY_A_BROWSER.marks)) return page
  const introduction = `${page.title ?? ''} ${page.text.slice(0, INTRODUCTION)}`
  const isKnown = marks.some(({ principal }) => principal) || (site !== null && presentsItself(introduction, site))
  return isKnown ? { ...page, unread: page.unread.filter((one) => one !== SHOWN_BY_A_BROWSER.marks) } : page
}

/** Returns the page with the addresses that its QR codes pay. */
export function withShownCodes(page: Page | null, codes: readonly ShownCode[]): Page | null {
  const payees = codes.flatMap(({ payee }) => payee ?? [])
  if (page === null || payees.length === 0) return page
  return { ...page, paymentAddresses: together(payees, page.paymentAddresses) }
}

/** Returns what two states of one page show together. What was left out of the second alone is not missed. */
export function mergePages(first: Page, second: Page): Page {
  const deviceSignIn = first.deviceSignIn ?? second.deviceSignIn
  return {
    rendered: first.rendered || second.rendered,
    title: first.title ?? second.title,
    description: first.description ?? second.description,
    language: first.language ?? second.language,
    text: first.text.includes(second.text) ? first.text : `${second.text} ${first.text}`.slice(0, MAX_TEXT),
    brands: brandsOf([...first.brands, ...second.brands]),
    forms: together(first.forms, second.forms),
    secretsAsked: together(first.secretsAsked, second.secretsAsked),
    ...(first.keepsTyped && second.keepsTyped && { keepsTyped: true }),
    lures: together(first.lures, second.lures, ({ kind }) => kind),
    promises: together(
      first.promises,
      second.promises,
      ({ kind, besideAddress }) => `${kind} ${besideAddress === true}`,
    ),
    ...(deviceSignIn !== undefined && { deviceSignIn }),
    paymentAddresses: together(first.paymentAddresses, second.paymentAddresses),
    walletCalls: together(first.walletCalls, second.walletCalls),
    obfuscation: together(first.obfuscation, second.obfuscation),
    drainerMarks: together(first.drainerMarks, second.drainerMarks),
    channels: together(first.channels, second.channels),
    clipboard: together(first.clipboard, second.clipboard),
    frames: together(first.frames, second.frames),
    scripts: together(first.scripts, second.scripts, ({ src, bytes }) => src ?? `inline ${bytes}`),
    links: {
      total: Math.max(first.links.total, second.links.total),
      offSite: Math.max(first.links.offSite, second.links.offSite),
      dead: Math.max(first.links.dead, second.links.dead),
      javascript: Math.max(first.links.javascript, second.links.javascript),
      data: Math.max(first.links.data, second.links.data),
      downloads: together(first.links.downloads, second.links.downloads),
    },
    favicon: first.favicon ?? second.favicon,
    hotlinkedFrom: first.hotlinkedFrom ?? second.hotlinkedFrom,
    onlyOthers: together(first.onlyOthers, second.onlyOthers),
    unread: together(first.unread, second.unread.filter(isUnseenPart)),
  }
}

/** Both lists, each entry once. */
function together<Entry>(
  first: readonly Entry[],
  second: readonly Entry[],
  key: (one: Entry) => string = JSON.stringify,
) {
  return [...new Map([...second, ...first].map((one) => [key(one), one])).values()].slice(0, MAX_ENTRIES)
}

type Named = Page['brands'][number]

/** Each brand once, with every place that names it. */
function brandsOf(brands: readonly Named[]): Named[] {
  const named = new Map<string, Named>()
  for (const one of brands) {
    const known = named.get(one.brand)
    named.set(one.brand, known === undefined ? one : { ...known, where: [...new Set([...known.where, ...one.where])] })
  }
  return [...named.values()]
}
