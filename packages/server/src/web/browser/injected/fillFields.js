/**
 * Runs in a world of its own: fills the fields that a person would fill, in the document, open shadow roots and frames of the same
 * site. A field for an account gets the visitor's. What a person can neither see nor reach is left alone; text of the page is too, unless it goes
 * away when the field is entered, or, with `over`, stands in an area. Words in a line are
 * written anew with `lines`. Twelve and more short fields get one word each, of the longest of `lists`
 * that fits; areas get all words, as many as they say; fields for a private key get `key`, where it is not null; passwords a password. Choices
 * are made and numbers given where a form holds back without. Searches are left alone where there is another field for text.
 * Answers how many fields hold words, text of the page, and an account.
 */
export function fillFields({
  lists,
  key,
  own,
  over,
  lines,
  password,
  email,
  account,
  accountField,
  secretField,
  phraseField,
  keyField,
  lengthField,
  cardField,
  maxElements,
}) {
  const [words] = lists
  const { matches } = Element.prototype
  const PHONE = '+12125550147'
  const SITE = 'https://mail.example/'
  const DATES = {
    date: '1990-05-17',
    month: '1990-05',
    week: '1990-W20',
    time: '10:30',
    'datetime-local': '1990-05-17T10:30',
  }
  const MAX_REACHED = 40
  const roots = []
  const pads = []
  let elements = 0
  const look = (root) => {
    const fields = []
    for (const element of root.querySelectorAll('*')) {
      if (++elements > maxElements) return
      // Fields of a form may have the names of its members.
      if (matches.call(element, 'form')) continue
      if (element.shadowRoot) look(element.shadowRoot)
      const inner = element.tagName === 'IFRAME' ? element.contentDocument : null
      if (inner?.body) look(inner)
      if (/^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName)) fields.push(element)
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
    const kinds = { TEXTAREA: owner.HTMLTextAreaElement, SELECT: owner.HTMLSelectElement }
    const kind = kinds[field.tagName] ?? owner.HTMLInputElement
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
  const patterns = [secretField, accountField, phraseField, keyField, lengthField, cardField]
  const [SECRET, ACCOUNT, PHRASE, KEY, LENGTH, CARD] = patterns.map(asWords)
  // Fields that took an account. Where the page takes nothing else, they get words too.
  window.redoubtAccounts ??= new WeakSet()
  const accounts = window.redoubtAccounts
  /** What a person reads beside a field, and its names, which scripts read. */
  const shownOf = (field) => {
    const around = field.parentElement?.innerText ?? ''
    const said = [field.placeholder, field.labels?.[0]?.innerText, field.getAttribute('aria-label')]
    return [...said, around.length <= 80 ? around : ''].map((one) => (one ?? '').slice(0, 80)).join(' ')
  }
  const saidOf = (field) => `${shownOf(field)} ${field.name ?? ''} ${field.id}`
  const isFor = (pattern, field) => pattern.test(saidOf(field))
  /** All words: as many as it says, twelve where it says nothing. A field for a private key alone gets one. */
  const textFor = (field) => {
    if (key !== null && isFor(KEY, field) && !isFor(PHRASE, field)) return key
    const [said = ''] = LENGTH.exec(shownOf(field)) ?? []
    const list = lists.find(({ length }) => said.includes(String(length)))
    return (list ?? words).join(' ')
  }
  /** A field that says to its reader that it takes an account of a wallet, and nothing secret of it. Names are read by no person. */
  const takesAccount = (field) => {
    const said = [field.placeholder, field.labels?.[0]?.innerText ?? ''].map((one) => one.slice(0, 60))
    if (SECRET.test([...said, field.getAttribute('aria-label') ?? '', field.name, field.id].join(' '))) return false
    return said.some((one) => ACCOUNT.test(one))
  }
  const isOwn = (field) =>
    filled.has(field) ||
    (typeof field.value === 'string' ? field.value : field.textContent)
      .split(/\s+/)
      .every((word) => word === '' || own.includes(word))
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
  let areas = 0
  let kept = 0
  for (const pad of pads.filter(isSeen).slice(0, 5)) {
    // What a page shows in it to be copied is the page's.
    if (!isOwn(pad) && !over) {
      kept++
      continue
    }
    filled.add(pad)
    pad.textContent = textFor(pad)
    areas++
    for (const name of ['input', 'keyup', 'blur']) pad.dispatchEvent(new Event(name, { bubbles: true, composed: true }))
  }
  let grid = 0
  let passwords = 0
  let singles = 0
  let held = 0
  let cards = 0
  const choose = (field) => {
    if (field.checked || [...group(field)].some((one) => one.checked)) return
    filled.add(field)
    field.click()
  }
  /** Radio buttons of the same question. */
  const group = ({ type, name, form, ownerDocument }) =>
    type !== 'radio' || name === ''
      ? []
      : [...ownerDocument.querySelectorAll('input[type=radio]')].filter((one) => one.name === name && one.form === form)
  const counted = ({ min, max, step }) => {
    const least = min === '' ? 12 : Math.max(12, +min)
    const most = max === '' ? least : Math.min(least, +max)
    return step === '' || step === 'any' ? most : min === '' ? Math.ceil(most / step) * step : +min
  }
  /** What else a form holds back for: choices, numbers, a telephone. Sums that may stay empty do. */
  const complete = (field) => {
    const { tagName, type, required, value } = field
    if (tagName === 'SELECT') {
      const first = [...field.options].find((one) => one.value !== '' && !one.disabled)
      if (value === '' && !field.multiple && first && (required || field.form !== null)) put(field, first.value)
    } else if (type === 'radio' || type === 'checkbox') {
      if (required || (type === 'radio' && field.form !== null)) choose(field)
    } else if (value !== '') return
    else if (type === 'tel') put(field, PHONE)
    else if (type === 'url') put(field, SITE)
    else if (!required) return
    else if (type === 'number' || /numeric|decimal/.test(field.inputMode)) put(field, String(counted(field)))
    else if (DATES[type]) put(field, DATES[type])
  }
  const write = (field) => {
    if (field.value !== '' && !isOwn(field)) enter(field)
    if (field.value === '' || (lines && isOwn(field)) || (over && accounts.has(field))) {
      put(field, textFor(field))
      singles++
    }
  }
  const takesText = ({ tagName, type }) => tagName === 'TEXTAREA' || /^(?:text|password)$/.test(type)
  let takesOther = pads.length > 0
  const searches = []
  for (const fields of roots) {
    const free = fields.filter((field) => !field.disabled && !field.readOnly && isSeen(field))
    const isAside = (field) => isSearch(field) && !field.required && !isFor(PHRASE, field)
    const usable = free.filter((field) => !isAside(field))
    searches.push(...free.filter(isAside))
    takesOther ||= usable.some(takesText)
    const single = usable.filter(({ tagName, type }) => tagName === 'INPUT' && (type === 'text' || type === 'password'))
    if (single.length >= 12) {
      // Other fields may stand among those for words.
      const alike = Map.groupBy(single, ({ type, className, clientWidth }) => `${type} ${className} ${clientWidth}`)
      const most = Math.max(...[...alike.values()].map(({ length }) => length))
      const list = lists.findLast(({ length }) => length <= most) ?? words
      for (const [at, field] of single.slice(0, 24).entries()) put(field, list[at % list.length])
      for (const field of usable) if (!single.includes(field)) complete(field)
      grid = Math.max(grid, single.length)
      continue
    }
    const fillOne = (field) => {
      // Filled by `fillCard`.
      if (field.tagName === 'INPUT' && CARD.test(`${field.autocomplete} ${saidOf(field)}`)) cards++
      if (field.tagName === 'TEXTAREA') {
        if (!isOwn(field) && !over) enter(field)
        if (!isOwn(field) && !over) kept++
        else {
          put(field, textFor(field))
          areas++
        }
      } else if (field.type === 'password' && !isFor(KEY, field) && !isFor(PHRASE, field)) {
        put(field, password)
        passwords++
      } else if (field.type === 'email') put(field, email)
      else if (field.type === 'text' && !over && (accounts.has(field) || (field.value === '' && takesAccount(field)))) {
        if (field.value === '') put(field, account)
        accounts.add(field)
        held++
      } else if (/^(?:text|search|password)$/.test(field.type) && !/numeric|decimal/.test(field.inputMode)) write(field)
      else complete(field)
    }
    for (const field of usable) {
      try {
        fillOne(field)
      } catch {
        // A field that a page made odd keeps no other empty.
      }
    }
  }
  // A page that takes words nowhere else may call its field a search.
  if (!takesOther) for (const field of searches.slice(0, 2)) write(field)
  return { areas, grid, passwords, singles, kept, held, cards }
}
