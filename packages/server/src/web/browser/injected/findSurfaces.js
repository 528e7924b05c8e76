/**
 * Runs in a world of its own: finds large things that may take presses by themselves (canvases, drawings, pictures, empty boxes) and answers
 * them as a list, the largest first: each with the boxes around it that are no larger, and a null after them. Null where there is none.
 */
export function findSurfaces({ minArea, maxSurfaces, maxElements }) {
  const DRAWN = /^(?:canvas|svg|img|video)$/
  const BOX = /^(?:div|section|main|article|figure|span|p|[a-z]+-[a-z-]+)$/
  const { matches, closest, getBoundingClientRect } = Element.prototype
  const MAX_AROUND = 4
  const LARGER = 1.2
  const found = []
  let elements = 0
  const look = (root) => {
    for (const element of root.querySelectorAll('*')) {
      if (++elements > maxElements) return
      // Fields of a form may have the names of its members.
      if (matches.call(element, 'form')) continue
      if (element.shadowRoot) look(element.shadowRoot)
      const tag = element.localName
      const isBare = BOX.test(tag) && element.childElementCount === 0 && element.textContent.trim() === ''
      if (!isBare && !DRAWN.test(tag)) continue
      const { width, height } = getBoundingClientRect.call(element)
      const area = Math.min(width, innerWidth) * Math.min(height, innerHeight)
      if (area < minArea || closest.call(element, 'a[href], button, svg svg') !== null) continue
      found.push({ element, area })
    }
  }
  look(document)
  if (found.length === 0) return null
  found.sort((a, b) => b.area - a.area)
  return found.slice(0, maxSurfaces).flatMap(({ element, area }) => {
    const around = []
    for (let at = element.parentElement; at !== null && around.length < MAX_AROUND; at = at.parentElement) {
      const { width, height } = getBoundingClientRect.call(at)
      if (at === document.body || width * height > LARGER * area) break
      around.push(at)
    }
    return [element, ...around, null]
  })
}
