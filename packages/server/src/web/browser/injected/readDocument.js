/**
 * Runs in a world of its own: answers the document as it is now, with what open shadow roots and frames of the same site show, as HTML of
 * at most `maxLength` characters.
 */
export function readDocument({ maxLength, maxElements }) {
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
  return parts.join('\n')
}
