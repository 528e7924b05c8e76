/**
 * Runs in a world of its own: answers the document as it is now, with what open shadow roots and frames of the same site show, as HTML of
 * at most `maxLength` characters; and the longer texts in it that no person can see.
 */
export function readDocument({ maxLength, maxElements, maxHidden }) {
  const hidden = []
  const SHORTEST = 12
  const MAX_DEPTH = 60
  /** Whether a box around an element cuts all of it off. What can be scrolled to is not cut off. */
  const isClipped = (element, view) => {
    let { left, top, right, bottom } = element.getBoundingClientRect()
    let position = view.getComputedStyle(element).position
    let above = element.parentElement
    for (let depth = 0; above !== null && position !== 'fixed' && depth < MAX_DEPTH; depth++) {
      const style = view.getComputedStyle(above)
      const holds = position !== 'absolute' || style.position !== 'static'
      if (holds) {
        const box = above.getBoundingClientRect()
        if (/hidden|clip/.test(style.overflowX)) {
          left = Math.max(left, box.left)
          right = Math.min(right, box.right)
        }
        if (/hidden|clip/.test(style.overflowY)) {
          top = Math.max(top, box.top)
          bottom = Math.min(bottom, box.bottom)
        }
        if (right - left < 2 || bottom - top < 2) return true
        position = style.position
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
