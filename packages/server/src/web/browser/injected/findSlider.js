/**
 * Runs in a world of its own: finds what is there to be dragged: a small box at an end of a bar of about its height, or a range. Answers
 * where it is and how far it can go; null for none.
 */
export function findSlider({ maxElements }) {
  let elements = 0
  const look = (root) => {
    for (const element of root.querySelectorAll('*')) {
      if (++elements > maxElements) return null
      const inner = element.shadowRoot === null ? null : look(element.shadowRoot)
      if (inner !== null) return inner
      const box = element.getBoundingClientRect()
      if (element.tagName === 'INPUT' && element.type === 'range' && box.width > 80)
        return { element, x: 8, y: box.height / 2, way: box.width - 16 }
      if (box.width < 16 || box.width > 110 || box.height < 16 || box.height > 110 || !element.parentElement) continue
      const bar = element.parentElement.getBoundingClientRect()
      const isBar = bar.width >= 3 * box.width && bar.width <= 700 && Math.abs(bar.height - box.height) <= 16
      const isHeld =
        /absolute|relative/.test(getComputedStyle(element).position) ||
        /grab|move/.test(getComputedStyle(element).cursor)
      if (isBar && isHeld && box.left - bar.left <= 10)
        return { element, x: box.width / 2, y: box.height / 2, way: bar.width - box.width }
    }
    return null
  }
  const found = look(document)
  if (found === null) return null
  found.element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { left, top } = found.element.getBoundingClientRect()
  return { x: left + found.x, y: top + found.y, way: found.way }
}
