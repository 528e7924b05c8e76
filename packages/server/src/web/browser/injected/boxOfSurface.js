/**
 * Runs in a world of its own as a function of an element: brings it into view and answers where it lies in the window, in pixels, as far as
 * it is seen, and which of the `points` in the window are its own; null where something else lies over its middle.
 */
export function boxOfSurface({ points }) {
  const LARGER = 1.2
  this.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { left, top, right, bottom } = this.getBoundingClientRect()
  const [x, y] = [Math.max(0, left), Math.max(0, top)]
  const [width, height] = [Math.min(innerWidth, right) - x, Math.min(innerHeight, bottom) - y]
  if (!(width > 0 && height > 0)) return null
  /** Some put a box around a drawing and take its presses there. What has words of its own is another thing. */
  const isAround = (element) => {
    if (element === document.body || !element.contains(this) || element.innerText?.trim()) return false
    const box = element.getBoundingClientRect()
    return box.width * box.height <= LARGER * (right - left) * (bottom - top)
  }
  const isOwn = (at) => {
    const hit = this.getRootNode().elementFromPoint(at.x, at.y)
    return hit !== null && (this.contains(hit) || isAround(hit))
  }
  if (!isOwn({ x: x + width / 2, y: y + height / 2 })) return null
  const share = (width * height) / (innerWidth * innerHeight)
  return { x, y, width, height, share, scrolledX: scrollX, scrolledY: scrollY, own: points.map(isOwn) }
}
