/**
 * Runs in a world of its own: finds what may be a QR code (square pictures, canvases, drawings, backgrounds, tables of cells, frames of other
 * sites), brings the first one that is not `seen` into view and answers the boxes of all that are in view, with the text beside each. `keys`
 * are those that are looked at now; none: there is nothing new. A canvas may have been drawn anew each `turn`. `pictures`: how many may hold text
 * that is not read.
 */
export function findCodes({ seen, turn, maxElements, maxPlaces }) {
  const [SMALLEST, LARGEST] = [56, 900]
  const found = []
  let elements = 0
  let pictures = 0
  const isSquare = ({ width, height }) =>
    width >= SMALLEST && width <= LARGEST && height >= SMALLEST && Math.abs(width - height) <= 0.3 * width
  const keyOf = (element, { width, height }) => {
    const { tagName } = element
    // Data addresses are long; their ends tell them apart.
    const source = (element.currentSrc || element.src || '').slice(-200)
    const inner = tagName === 'CANVAS' ? turn : String(element.innerHTML ?? '').length
    return `${tagName} ${Math.round(width)} ${Math.round(height)} ${inner} ${source}`.slice(0, 300)
  }
  const besides = (element) => {
    const address = /0x[0-9a-f]{40}|bc1[0-9a-z]{25,60}|\bT[1-9A-HJ-NP-Za-km-z]{33}\b/i
    let at = element.parentElement ?? element.getRootNode().host
    for (let steps = 0; at && steps < 4; steps++) {
      const text = String(at.innerText ?? '').slice(0, 4_000)
      const field = [...at.querySelectorAll('input')].slice(0, 10).map(({ value }) => value)
      const all = [text, ...field].join(' ')
      if (address.test(all)) return all.slice(0, 2_000)
      at = at.parentElement ?? at.getRootNode().host
    }
    return ''
  }
  const look = (root, frames) => {
    for (const element of root.querySelectorAll('*')) {
      if (++elements > maxElements || found.length >= maxPlaces) return
      if (element.shadowRoot) look(element.shadowRoot, frames)
      const { tagName } = element
      const isFrame = tagName === 'IFRAME'
      const inner = isFrame ? element.contentDocument : null
      if (inner?.body) {
        look(inner, [...frames, element])
        continue
      }
      const isPicture = /^(?:img|canvas|svg|video|object|embed|picture)$/i.test(tagName)
      const isCells = element.childElementCount >= 21 && element.childElementCount <= 4_000
      const box = element.getBoundingClientRect()
      if (/^(?:IMG|CANVAS|VIDEO)$/.test(tagName) && box.width >= 150 && box.height >= 40) pictures++
      if (!isFrame && !isSquare(box)) continue
      const isDrawn = isPicture || isCells || isFrame || /url\(/.test(getComputedStyle(element).backgroundImage)
      if (isDrawn) found.push({ element, frames, key: keyOf(element, box) })
    }
  }
  look(document, [])
  const next = found.find(({ key }) => !seen.includes(key))
  if (next === undefined) return { keys: [], places: [], pictures }
  next.element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const places = []
  const keys = [next.key]
  for (const { element, frames, key } of found) {
    const { left, top, width, height } = element.getBoundingClientRect()
    const shifts = frames.map((frame) => frame.getBoundingClientRect())
    const x = shifts.reduce((sum, shift) => sum + shift.left, left)
    const y = shifts.reduce((sum, shift) => sum + shift.top, top)
    if (x < 0 || y < 0 || x + width > innerWidth || y + height > innerHeight) continue
    keys.push(key)
    places.push({ x, y, width, height, near: besides(element) })
  }
  return { keys: [...new Set(keys)], places, pictures }
}
