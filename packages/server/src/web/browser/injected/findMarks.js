/**
 * Runs in a world of its own: answers the boxes of drawings in the window that may be the mark of a brand (pictures, canvases, SVG, backgrounds,
 * also of `::before` and `::after`, in open shadow roots and frames of the same site), and what each is there for. `header`: the first
 * in the top of the page; `form`: the next one above fields or the button of a dialog; `listed`: one of several alike, or in something that is pressed.
 * `icon`: address of the page's icon; `key`: changes where the drawings do.
 */
export function findMarks({ maxElements, maxPlaces }) {
  const [SMALLEST, LARGEST, HEADER, ABOVE] = [18, 340, 170, 320]
  const found = []
  const fields = []
  let elements = 0
  const visible = (element, { width, height, top, left }) => {
    if (top + height < 0 || left + width < 0 || top > innerHeight || left > innerWidth) return false
    const { visibility, opacity } = getComputedStyle(element)
    return visibility !== 'hidden' && Number(opacity) > 0.2
  }
  const paints = (element, part) => {
    const { backgroundImage, content, maskImage } = getComputedStyle(element, part)
    return /url\(/.test(`${backgroundImage} ${part === null ? '' : content} ${maskImage ?? ''}`)
  }
  /** The size of what `::before` or `::after` shows, which stands where the element begins. */
  const before = (element) => {
    const part = ['::before', '::after'].find((one) => paints(element, one))
    const { width, height } = part === undefined ? {} : getComputedStyle(element, part)
    const size = { width: Number.parseFloat(width), height: Number.parseFloat(height) }
    return size.width >= SMALLEST && size.height >= SMALLEST ? size : null
  }
  const isPressed = (element) => {
    const control = element.closest('button, [role=button], select, option, label, summary, a[href]')
    if (control === null) return false
    if (control.tagName !== 'A') return true
    // The mark of a page leads to its own beginning.
    const target = URL.parse(control.href)
    return (
      target === null ||
      target.host !== location.host ||
      (target.pathname.length > 1 && target.pathname !== location.pathname)
    )
  }
  const look = (root, x, y) => {
    for (const element of root.querySelectorAll('*')) {
      if (++elements > maxElements) return
      if (element.shadowRoot) look(element.shadowRoot, x, y)
      const { tagName } = element
      const frame = tagName === 'IFRAME' ? element.contentDocument : null
      const box = element.getBoundingClientRect()
      if (frame?.body) look(frame, x + box.left, y + box.top)
      const place = { x: x + box.left, y: y + box.top, width: box.width, height: box.height }
      if (
        /^(?:INPUT|TEXTAREA)$/.test(tagName) &&
        box.width > 4 &&
        !/^(?:hidden|checkbox|radio|search|image)$/.test(element.type)
      )
        fields.push(place)
      if (element.closest('svg') !== (tagName === 'svg' ? element : null) || box.height < SMALLEST) continue
      const isDrawn = /^(?:img|svg|canvas|object|embed|video)$/i.test(tagName) || element.type === 'image'
      const isGround = !isDrawn && element.childElementCount < 4 && paints(element, null)
      const part = isDrawn || isGround ? null : before(element)
      const { width, height } = part ?? box
      const fits = height >= SMALLEST && height <= LARGEST && width >= SMALLEST && width <= (isDrawn ? 3 : 1) * LARGEST
      if (!(isDrawn || isGround || part !== null) || !fits || !visible(element, box)) continue
      if (found.length < maxPlaces) found.push({ ...place, width, height, pressed: isPressed(element) })
    }
  }
  look(document, 0, 0)
  const alike = (a, b) =>
    a !== b && Math.abs(a.height - b.height) < 0.3 * a.height && Math.abs(a.width - b.width) < 0.3 * a.width
  const inLine = (a, b) => alike(a, b) && (Math.abs(a.y - b.y) < 0.5 * a.height || Math.abs(a.x - b.x) < 0.5 * a.width)
  const isListed = (one) => one.pressed || found.filter((other) => inLine(one, other)).length >= 2
  const top = Math.min(...found.map(({ y }) => y))
  const [first] = found
    .filter((one) => !isListed(one) && one.y < Math.max(HEADER, top + 40) && one.y < innerHeight / 2)
    .sort((a, b) => Math.round(a.y / 40) - Math.round(b.y / 40) || a.x - b.x)
  const heads = new Set(
    fields.slice(0, 40).map((field) => {
      const [next] = found
        .filter(
          (one) =>
            !isListed(one) &&
            one.y + one.height / 2 < field.y &&
            field.y - one.y - one.height < ABOVE &&
            one.x + one.width > field.x - 200 &&
            one.x < field.x + field.width + 200,
        )
        .sort((a, b) => b.y - a.y)
      return next
    }),
  )
  const places = found.map((one) => {
    const { x, y, width, height } = one
    const at = isListed(one) ? 'listed' : one === first ? 'header' : heads.has(one) ? 'form' : 'elsewhere'
    return { x, y, width, height, at }
  })
  const icon = document.querySelector('link[rel~=icon i]')?.href ?? null
  const key = places
    .map(({ x, y, width, at }) => `${Math.round(x)},${Math.round(y)},${Math.round(width)},${at}`)
    .join(' ')
  return { places, icon, key: `${elements} ${key}`.slice(0, 4_000) }
}
