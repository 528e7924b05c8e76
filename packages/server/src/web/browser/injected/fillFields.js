/**
 * Runs in a world of its own: fills the empty fields that a person would fill, in the document, open shadow roots and frames of the same
 * site. What a person cannot see or has text of the page in it is left alone. Twelve and more short fields get one word each, areas get all words, passwords a password. Answers how many fields hold words, and
 * the words around them. Selecting, searching and counting fields are left alone.
 */
export function fillFields({ words, own, password, email, maxElements }) {
  const text = words.join(' ')
  const roots = []
  const pads = []
  let elements = 0
  const look = (root) => {
    const fields = []
    for (const element of root.querySelectorAll('*')) {
      if (++elements > maxElements) return
      if (element.shadowRoot) look(element.shadowRoot)
      const inner = element.tagName === 'IFRAME' ? element.contentDocument : null
      if (inner?.body) look(inner)
      if (/^(INPUT|TEXTAREA)$/.test(element.tagName)) fields.push(element)
      else if (element.isContentEditable && !element.parentElement?.isContentEditable) pads.push(element)
    }
    if (fields.length > 0) roots.push(fields)
  }
  look(document)

  const put = (field, value) => {
    const owner = field.ownerDocument.defaultView ?? window
    const kind = field.tagName === 'TEXTAREA' ? owner.HTMLTextAreaElement : owner.HTMLInputElement
    Object.getOwnPropertyDescriptor(kind.prototype, 'value').set.call(field, value)
    for (const name of ['input', 'change', 'keyup'])
      field.dispatchEvent(new Event(name, { bubbles: true, composed: true }))
  }
  const isSearch = (field) =>
    field.type === 'search' ||
    field.getAttribute('role') === 'searchbox' ||
    field.closest('[role=search]') !== null ||
    field.name === 'q'
  const isOwn = ({ value }) => value.split(/\s+/).every((word) => word === '' || own.includes(word))
  /** Helpers for copying and baits for robots lie outside of the page, or cannot be seen. */
  const isSeen = (field) => {
    const { left, top, right, bottom, width } = field.getBoundingClientRect()
    const view = field.ownerDocument.defaultView ?? window
    if (width <= 4 || right + view.scrollX <= 0 || bottom + view.scrollY <= 0) return false
    if (left > view.innerWidth + 2_000 || top > 100_000 || field.closest('[aria-hidden=true]') !== null) return false
    return field.checkVisibility?.({ opacityProperty: true, visibilityProperty: true }) ?? true
  }
  for (const pad of pads.slice(0, 5)) {
    pad.textContent = text
    for (const name of ['input', 'keyup', 'blur']) pad.dispatchEvent(new Event(name, { bubbles: true, composed: true }))
  }
  let areas = pads.length
  let grid = 0
  let passwords = 0
  let singles = 0
  for (const fields of roots) {
    const usable = fields.filter((field) => !field.disabled && !field.readOnly && isSeen(field) && !isSearch(field))
    const single = usable.filter(({ tagName, type }) => tagName === 'INPUT' && (type === 'text' || type === 'password'))
    if (single.length >= 12) {
      for (const [at, field] of single.slice(0, 24).entries()) put(field, words[at % words.length])
      grid = Math.max(grid, single.length)
      continue
    }
    for (const field of usable) {
      if (field.tagName === 'TEXTAREA') {
        if (!isOwn(field)) continue
        put(field, text)
        areas++
      } else if (field.type === 'password') {
        put(field, password)
        passwords++
      } else if (field.type === 'email') put(field, email)
      else if (field.type === 'text' && !/numeric|decimal/.test(field.inputMode) && field.value === '') {
        put(field, text)
        singles++
      }
    }
  }
  return { areas, grid, passwords, singles }
}
