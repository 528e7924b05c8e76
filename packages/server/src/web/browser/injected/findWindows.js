/**
 * Runs in a world of its own: answers boxes of the page that are drawn as a window of a browser or a wallet: a bar along the top with the
 * address of another host or with the buttons of a window, and fields or a frame under it. `address`: what the bar shows, null for none;
 * `title`: its other words; `buttons`: three small shapes or signs in a row in the bar; `floats`: it lies over the page; `fields`: kinds of
 * usable fields in it; `frame`: the host of a frame of another site in it. Open shadow roots and frames of the same site count.
 */
export function findWindows({ maxElements, maxWindows }) {
  const ADDRESS =
    /^[^\p{L}\p{N}]{0,4}(?:(?:https?|chrome-extension|moz-extension):\/\/)?((?:[a-z0-9-]{1,63}\.)+[a-z]{2,24}|[a-p]{32})(?::\d{2,5})?(?:[/?#]\S{0,300})?$/iu
  const SIGN = /^[×✕✖✗⨯⨉xX_–—−‒─□▢◻❐🗖🗕🗙⛶+●⬤]$/u
  const [WIDTH, HEIGHT, BAR] = [240, 180, 110]
  let elements = 0
  const found = []
  const all = []
  const collect = (root, x, y) => {
    for (const element of root.querySelectorAll('*')) {
      if (++elements > maxElements) return
      const box = element.getBoundingClientRect()
      all.push({ element, x: x + box.left, y: y + box.top, width: box.width, height: box.height })
      if (element.shadowRoot) collect(element.shadowRoot, x, y)
      const inner = element.tagName === 'IFRAME' ? element.contentDocument : null
      if (inner?.body) collect(inner, x + box.left, y + box.top)
    }
  }
  collect(document, 0, 0)
  const isSeen = ({ element, width, height }) => {
    const { visibility, opacity, display } = getComputedStyle(element)
    return width > 0 && height > 0 && display !== 'none' && visibility !== 'hidden' && Number(opacity) > 0.2
  }
  const ownText = (element) =>
    [...element.childNodes]
      .filter(({ nodeType }) => nodeType === 3)
      .map(({ data }) => data)
      .join('')
      .trim()
      .slice(0, 200)
  const leaves = all.flatMap((one) => {
    const text = one.element.readOnly && one.element.value ? one.element.value.trim() : ownText(one.element)
    return text !== '' && text.length < 200 && isSeen(one) ? [{ ...one, text }] : []
  })
  const shapes = all.filter(
    (one) =>
      one.width >= 7 && one.width <= 48 && one.height >= 7 && one.height <= 48 && one.element.childElementCount < 3,
  )
  const isInside = (inner, { x, y, width, height }) => {
    const [left, top] = [inner.x + inner.width / 2, inner.y + inner.height / 2]
    return left >= x && left <= x + width && top >= y && top <= y + height
  }
  const kindOf = ({ element, width, height }) => {
    const { tagName, type, disabled, readOnly } = element
    if (disabled || readOnly || width < 20 || height < 8) return null
    if (tagName === 'TEXTAREA' || element.isContentEditable) return 'text'
    if (tagName !== 'INPUT') return null
    if (type === 'password' || type === 'email') return type
    return /^(?:text|tel|number|url|)$/.test(type) ? 'text' : null
  }
  const fields = all.flatMap((one) => {
    const kind = kindOf(one)
    return kind !== null && isSeen(one) ? [{ ...one, kind }] : []
  })
  const frames = all.filter(({ element }) => element.tagName === 'IFRAME' && !element.contentDocument?.body)
  /** Three alike in a row, or a sign that closes, at an end of the bar. */
  const buttonsIn = (bar) => {
    const signs = leaves.filter((one) => isInside(one, bar) && SIGN.test(one.text))
    const small = shapes.filter((one) => isInside(one, bar) && paints(one.element))
    const row = (some) => some.some((a) => some.filter((b) => isInRow(a, b)).length >= 2)
    return signs.length >= 2 || row(small)
  }
  const isInRow = (a, b) =>
    a !== b && Math.abs(a.y - b.y) < 3 && Math.abs(a.width - b.width) < 3 && Math.abs(a.x - b.x) < 4 * (a.width + 12)
  const paints = (element) => {
    const { backgroundColor, borderTopWidth } = getComputedStyle(element)
    const isSvg = /^(?:svg|circle)$/i.test(element.tagName)
    return isSvg || backgroundColor !== 'rgba(0, 0, 0, 0)' || Number.parseFloat(borderTopWidth) > 0
  }
  const floats = (element) => {
    for (let at = element, up = 0; at && at !== document.body && up < 6; at = at.parentElement, up++) {
      const { position, zIndex, boxShadow } = getComputedStyle(at)
      if (position === 'fixed' || at.matches('dialog[open], [role=dialog], [aria-modal=true]')) return true
      if (position === 'absolute' && (boxShadow !== 'none' || Number(zIndex) > 0)) return true
    }
    return false
  }
  const hostOf = (text) => {
    const host = (ADDRESS.exec(text.replace(/\s+/g, ''))?.[1] ?? '').toLowerCase()
    return host === '' || host === location.hostname ? null : host
  }
  for (const one of all) {
    const { element, x, y, width, height } = one
    if (found.length >= maxWindows || width < WIDTH || height < HEIGHT || element === document.body) continue
    if (/^(?:HTML|IFRAME|INPUT|TEXTAREA|SVG|IMG)$/i.test(element.tagName) || !isSeen(one)) continue
    // A window of the whole width is the page.
    if (width > 0.96 * innerWidth && height > 0.9 * innerHeight) continue
    const bar = { x, y, width, height: Math.min(BAR, height / 3) }
    const inside = fields.filter((field) => isInside(field, one) && field.y > y + 20)
    const framed = frames.find((frame) => isInside(frame, one) && frame.width > width / 2)
    if (inside.length === 0 && framed === undefined) continue
    const said = leaves.filter((leaf) => isInside(leaf, bar) && !leaf.element.closest('a[href]'))
    const shown = said.find(({ text }) => hostOf(text) !== null)
    const hasButtons = buttonsIn(bar)
    if (shown === undefined && !hasButtons) continue
    const title = said
      .filter((leaf) => leaf !== shown && isInside(leaf, { ...bar, height: 60 }) && /\p{L}{2}/u.test(leaf.text))
      .map(({ text }) => text)
    const next = {
      address: shown === undefined ? null : shown.text.slice(0, 200),
      host: shown === undefined ? null : hostOf(shown.text),
      title: title.slice(0, 3).join(' ').slice(0, 100),
      buttons: hasButtons,
      floats: floats(element),
      fields: [...new Set(inside.map(({ kind }) => kind))],
      frame: framed === undefined ? null : (URL.parse(framed.element.src)?.host ?? ''),
      box: { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) },
    }
    // The smallest box around the same bar is the window.
    const around = found.findIndex(
      (other) => other.address === next.address && other.buttons === next.buttons && isInside(one, other.box),
    )
    if (around === -1) found.push(next)
    else found[around] = { ...next, floats: next.floats || found[around].floats }
  }
  return found
}
