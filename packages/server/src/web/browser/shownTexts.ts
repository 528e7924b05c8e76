/** Letters that are looked at for what is hidden in one copy of a document. */
const MAX_STEPS = 16_000_000
/** Longest tag that is taken for one. */
const MAX_TAG = 2_000
/** First letters of a hidden text that are looked for at once. */
const BEGINNING = 8

/**
 * What a document shows: once without spaces and tags, since pages break lines and colour words, and once with a space for each, so that an
 * address ends where its element does. What no person can see is left out once for each place. A document whose hidden texts take too many
 * steps shows nothing.
 */
export function shownTexts(html: string, hidden: readonly string[], maxSteps = MAX_STEPS): string[] {
  if (hidden.reduce((sum, { length }) => sum + length, 0) > maxSteps) return []
  const shown = withoutCode(html)
  const texts: string[] = []
  for (const space of ['', ' ']) {
    const text = withoutTags(shown, space)
      .replace(/&(lt|gt|quot|amp|nbsp|#39);/g, (_, name: string) => ENTITIES[name] ?? '')
      .replace(/\s+/g, space)
      .toLowerCase()
    const unseen = hidden.map((one) => one.replace(/\s+/g, space).toLowerCase())
    const seen = withoutUnseen(text, unseen, { space, maxSteps })
    if (seen === null) return []
    texts.push(seen)
  }
  return texts
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&', nbsp: ' ', '#39': "'" }

/** Without scripts and style sheets. Each letter is looked at once. */
function withoutCode(html: string): string {
  const begin = /<(?:script|style)\b/gi
  const end = /<\/(?:script|style)>/gi
  const kept: string[] = []
  let from = 0
  for (let found = begin.exec(html); found !== null; found = begin.exec(html)) {
    end.lastIndex = found.index
    if (end.exec(html) === null) break
    kept.push(html.slice(from, found.index))
    from = end.lastIndex
    begin.lastIndex = from
  }
  return kept.join('') + html.slice(from)
}

/** With a space for each tag. Each letter is looked at once. */
function withoutTags(html: string, space: string): string {
  const kept: string[] = []
  let from = 0
  let close = -1
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) {
    if (at < from) continue
    if (close < at) close = html.indexOf('>', at)
    if (close < 0) break
    if (close - at - 1 > MAX_TAG) continue
    kept.push(html.slice(from, at), space)
    from = close + 1
    at = close
  }
  return kept.join('') + html.slice(from)
}

/**
 * Without each of the hidden texts once, looked for in the order of the document first. Null where that takes too many steps: one for each
 * letter that is passed, and for each that is compared.
 */
function withoutUnseen(
  text: string,
  hidden: readonly string[],
  { space, maxSteps }: { space: string; maxSteps: number },
): string | null {
  const isCut = new Uint8Array(text.length)
  const cuts: { at: number; end: number }[] = []
  let left = maxSteps
  const find = (unseen: string, from: number, to: number): number => {
    const beginning = unseen.slice(0, BEGINNING)
    let at = text.indexOf(beginning, from)
    left -= (at < 0 ? text.length : at) - from
    while (at >= 0 && at < to && left > 0) {
      left -= unseen.length
      if (text.startsWith(unseen, at) && !isCut.subarray(at, at + unseen.length).includes(1)) return at
      const next = text.indexOf(beginning, at + 1)
      left -= (next < 0 ? text.length : next) - at
      at = next
    }
    return -1
  }
  let after = 0
  for (const unseen of hidden) {
    if (unseen.trim() === '') continue
    const later = find(unseen, after, text.length)
    const at = later >= 0 || after === 0 ? later : find(unseen, 0, after)
    if (left <= 0) return null
    if (at < 0) continue
    after = at + unseen.length
    isCut.fill(1, at, after)
    cuts.push({ at, end: after })
  }
  const kept: string[] = []
  let from = 0
  for (const { at, end } of cuts.sort((a, b) => a.at - b.at)) {
    kept.push(text.slice(from, at), space)
    from = end
  }
  return kept.join('') + text.slice(from)
}
