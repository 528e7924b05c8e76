/**
 * Runs in a world of its own: fills the fields that a person would fill, in the document, open shadow roots and frames of the same
 * site. A field for an account gets the visitor's. What a person can neither see nor reach is left alone; text of the page is too, unless it goes away when the field is entered, or, with `over`, stands in an area. Twelve and more short fields get one word each, areas get all words, passwords a password. Answers how many fields hold words,
 * text of the page, and an account. Selecting, searching and counting fields are left alone.
 */
export function fillFields({ words, own, over, password, email, account, accountField, secretField, maxElements }) {
  const text = words.join(' ')
  const MAX_REACHED = 40
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

  // Fields that took our words, for as long as the document stays: some pages write them anew.
  window.redoubtFilled ??= new WeakSet()
  const filled = window.redoubtFilled
  const put = (field, value) => {
    filled.add(field)
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
  const asWords = (source) => new RegExp(source, 'iu')
  const [SECRET, ACCOUNT] = [asWords(secretField), asWords(accountField)]
  // Fields that took an account. Where the page takes nothing else, they get words too.
  window.redoubtAccounts ??= new WeakSet()
  const accounts = window.redoubtAccounts
  /** A field that says to its reader that it takes an account of a wallet, and nothing secret of it. Names are read by no person. */
  const takesAccount = (field) => {
    const said = [field.placeholder, field.labels?.[0]?.innerText ?? ''].map((one) => one.slice(0, 60))
    if (SECRET.test([...said, field.getAttribute('aria-label') ?? '', field.name, field.id].join(' '))) return false
    return said.some((one) => ACCOUNT.test(one))
  }
  const isOwn = (field) =>
    filled.has(field) || field.value.split(/\s+/).every((word) => word === '' || own.includes(word))
  const enter = (field) => {
    const before = field.getRootNode().activeElement
    field.focus({ preventScroll: true })
    // A window in the background tells its fields nothing.
    if (before === field || field.getRootNode().activeElement !== field) field.dispatchEvent(new FocusEvent('focus'))
  }
  /** Whether a press at its middle leads to a field, through its label or what lies over it. */
  const isReached = (field) => {
    field.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    const { left, top, width, height } = field.getBoundingClientRect()
    const root = field.getRootNode()
    const hit = root.elementFromPoint?.(left + width / 2, top + height / 2) ?? null
    if (hit === null || width === 0 || height === 0) return false
    if (hit === field || field.contains(hit) || hit.closest('label')?.control === field) return true
    if (hit.closest('a, button, input, select, textarea, summary, [role=button]') !== null) return false
    if (hit === root.body || hit === root.documentElement || hit.contains(field)) return false
    // What lies over a field may hand the cursor on.
    for (const name of ['pointerdown', 'mousedown', 'mouseup', 'click'])
      hit.dispatchEvent(new MouseEvent(name, { bubbles: true, composed: true, cancelable: true }))
    return root.activeElement === field
  }
  const isShown = (field) => {
    const { left, top, right, bottom, width } = field.getBoundingClientRect()
    const view = field.ownerDocument.defaultView ?? window
    if (width <= 4 || right + view.scrollX <= 0 || bottom + view.scrollY <= 0) return false
    if (left > view.innerWidth + 2_000 || top > 100_000) return false
    return field.checkVisibility?.({ opacityProperty: true, visibilityProperty: true }) ?? true
  }
  // Helpers for copying and baits for robots lie outside of the page, where no press leads to them.
  let reached = 0
  const isSeen = (field) => isShown(field) || (++reached <= MAX_REACHED && isReached(field))
  for (const pad of pads.slice(0, 5)) {
    pad.textContent = text
    for (const name of ['input', 'keyup', 'blur']) pad.dispatchEvent(new Event(name, { bubbles: true, composed: true }))
  }
  let areas = pads.length
  let grid = 0
  let passwords = 0
  let singles = 0
  let kept = 0
  let held = 0
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
        if (!isOwn(field) && !over) enter(field)
        if (!isOwn(field) && !over) kept++
        else {
          put(field, text)
          areas++
        }
      } else if (field.type === 'password') {
        put(field, password)
        passwords++
      } else if (field.type === 'email') put(field, email)
      else if (field.type === 'text' && !over && (accounts.has(field) || (field.value === '' && takesAccount(field)))) {
        if (field.value === '') put(field, account)
        accounts.add(field)
        held++
      } else if (field.type === 'text' && !/numeric|decimal/.test(field.inputMode)) {
        if (field.value !== '' && !isOwn(field)) enter(field)
        if (field.value === '' || (over && accounts.has(field))) {
          put(field, text)
          singles++
        }
      }
    }
  }
  return { areas, grid, passwords, singles, kept, held }
}
