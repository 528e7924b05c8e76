/**
 * Runs in a world of its own: types the next of the words into each empty field for one line of text, in the document, open shadow roots and
 * frames of the same site; with `again` into those that hold words of `own` too. What
 * the page has put into a field stays. Answers how many took a word, and how many such fields there are.
 * A page with more than `most` of them asks for no single words.
 */
export function typeWord({ words, own, again, most, maxElements }) {
  const fields = []
  const isOwn = ({ value }) => value.split(/\s+/).every((word) => word === '' || own.includes(word))
  let elements = 0
  const look = (root) => {
    for (const element of root.querySelectorAll('*')) {
      if (++elements > maxElements) return
      if (element.shadowRoot) look(element.shadowRoot)
      const inner = element.tagName === 'IFRAME' ? element.contentDocument : null
      if (inner?.body) look(inner)
      const isLine = element.tagName === 'INPUT' && /^(?:text|password)$/.test(element.type)
      const isUsable = isLine && !element.disabled && !element.readOnly && element.getBoundingClientRect().width > 4
      const isOther =
        isLine &&
        (/numeric|decimal/.test(element.inputMode) || element.name === 'q' || element.closest('[role=search]') !== null)
      if (isUsable && !isOther && isOwn(element)) fields.push(element)
    }
  }
  look(document)
  if (fields.length > most) return { typed: 0, fields: 0 }
  let typed = 0
  for (const field of fields) {
    if ((field.value !== '' && !again) || typed >= words.length) continue
    const owner = field.ownerDocument.defaultView ?? window
    field.focus()
    Object.getOwnPropertyDescriptor(owner.HTMLInputElement.prototype, 'value').set.call(field, words[typed++])
    for (const name of ['input', 'change', 'keyup'])
      field.dispatchEvent(new Event(name, { bubbles: true, composed: true }))
  }
  return { typed, fields: fields.length }
}
