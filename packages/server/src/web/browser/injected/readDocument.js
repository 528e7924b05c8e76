/**
 * Runs in a world of its own: answers the document as it is now, with what open shadow roots and frames of the same site show, as HTML of
 * at most `maxLength` characters; and the longer texts in it that no person can see.
 */
export function readDocument({ maxLength, maxElements, maxHidden }) {
  const hidden = []
  const SHORTEST = 12
  const MAX_DEPTH = 60
  const MAX_STEPS = 400_000
  let steps = 0
  /** Boxes around elements, each measured once. */
  const boxes = new Map()
  const boxOf = (element, view) => {
    const known = boxes.get(element)
    if (known !== undefined) return known
    const { position, overflowX, overflowY, direction, flexDirection } = view.getComputedStyle(element)
    const { left, top, right, bottom } = element.getBoundingClientRect()
    const isTurned = direction === 'rtl' || flexDirection.endsWith('reverse')
    const box = {
      position,
      left,
      top,
      right,
      bottom,
      // Nothing is scrolled to before the beginning.
      start: isTurned ? -Infinity : left - element.scrollLeft,
      begin: isTurned ? -Infinity : top - element.scrollTop,
      cutsX: /hidden|clip/.test(overflowX),
      cutsY: /hidden|clip/.test(overflowY),
      turnsX: /auto|scroll/.test(overflowX),
      turnsY: /auto|scroll/.test(overflowY),
    }
    boxes.set(element, box)
    return box
  }
  /** Whether a box around an element cuts all of it off. What a box can be scrolled to is where that box is. */
  const isClipped = (element, view) => {
    let { left, top, right, bottom, position } = boxOf(element, view)
    let above = element.parentElement
    for (let depth = 0; above !== null && position !== 'fixed' && depth < MAX_DEPTH; depth++) {
      if (++steps > MAX_STEPS) return false
      const box = boxOf(above, view)
      const holds = position !== 'absolute' || box.position !== 'static'
      if (holds) {
        if (box.turnsX) {
          if (right <= box.start) return true
          left = box.left
          right = box.right
        } else if (box.cutsX) {
          left = Math.max(left, box.left)
          right = Math.min(right, box.right)
        }
        if (box.turnsY) {
          if (bottom <= box.begin) return true
          top = box.top
          bottom = box.bottom
        } else if (box.cutsY) {
          top = Math.max(top, box.top)
          bottom = Math.min(bottom, box.bottom)
        }
        if (right - left < 2 || bottom - top < 2) return true
        position = box.position
      }
      // What the window itself cuts off is scrolled to.
      above = above.parentElement === above.ownerDocument.body ? null : above.parentElement
    }
    return false
  }
  const isUnseen = (element) => {
    if (!(element.checkVisibility?.({ opacityProperty: true, visibilityProperty: true }) ?? true)) return true
    const { left, right, bottom, width, height } = element.getBoundingClientRect()
    const view = element.ownerDocument.defaultView ?? window
    if (right + view.scrollX <= 0 || bottom + view.scrollY <= 0 || left > view.innerWidth + 2_000) return true
    const { fontSize, overflow, clipPath } = view.getComputedStyle(element)
    const isShut = overflow !== 'visible' || clipPath !== 'none'
    return Number.parseFloat(fontSize) < 2 || (isShut && (width < 2 || height < 2)) || isClipped(element, view)
  }
  const note = (element) => {
    if (hidden.length >= maxHidden || /^(?:SCRIPT|STYLE|TEMPLATE|NOSCRIPT|HEAD|TITLE)$/.test(element.tagName)) return
    const own = [...element.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ data }) => data)
    const text = own.join('').trim()
    if (text.length >= SHORTEST && isUnseen(element)) hidden.push(text.slice(0, 2_000))
  }
  let rest = maxLength
  const parts = []
  const add = (html) => {
    if (rest <= 0) return
    parts.push(html.slice(0, rest))
    rest -= html.length
  }
  let elements = 0
  const look = (root) => {
    for (const element of root.querySelectorAll('*')) {
      if (++elements > maxElements || rest <= 0) return
      note(element)
      if (element.shadowRoot) {
        add(`<div>${element.shadowRoot.innerHTML}</div>`)
        look(element.shadowRoot)
      }
      // A frame of another site has no document here.
      const inner = element.tagName === 'IFRAME' ? element.contentDocument : null
      if (inner?.body) {
        add(`<div>${inner.body.innerHTML}</div>`)
        look(inner)
      }
    }
  }
  add(document.documentElement.outerHTML)
  look(document)
  return { html: parts.join('\n'), hidden }
}
