import type { Flame } from './flameTree.ts'

const WIDTH = 1_200
const ROW = 16
/** Narrower frames are left out, in pixels; below the second, without a name. */
const MIN_WIDTH = 3
const NAMED_WIDTH = 40
const LETTER = 6.2
const MAX_DEPTH = 60

/** Draws a flame graph as SVG: callers above, calls below, widths by time; each frame's title says its share. */
export function drawFlames(tree: Flame, title: string): string {
  const frames: string[] = []
  let deepest = 0
  const draw = (flame: Flame, left: number, depth: number): void => {
    const width = (flame.micros / tree.micros) * WIDTH
    if (width < MIN_WIDTH || depth > MAX_DEPTH) return
    deepest = Math.max(deepest, depth)
    const share = Math.round((flame.micros / tree.micros) * 1_000) / 10
    const name = width < NAMED_WIDTH ? '' : flame.name.slice(0, Math.floor((width - 6) / LETTER))
    const [x, y, w] = [left, 24 + depth * ROW, width].map((one) => one.toFixed(1))
    frames.push(
      `<g><title>${escaped(`${flame.name} ${flame.file} ${share} %`)}</title><rect x="${x}" y="${y}" width="${w}" height="${ROW - 1}" fill="${colourOf(flame)}"/>` +
        `${name === '' ? '' : `<text x="${(left + 3).toFixed(1)}" y="${35.5 + depth * ROW}">${escaped(name)}</text>`}</g>`,
    )
    let next = left
    for (const call of flame.calls.toSorted((a, b) => b.micros - a.micros)) {
      draw(call, next, depth + 1)
      next += (call.micros / tree.micros) * WIDTH
    }
  }
  draw(tree, 0, 0)
  const height = 32 + (deepest + 1) * ROW
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="monospace" font-size="10">
<rect width="${WIDTH}" height="${height}" fill="#fff"/><text x="4" y="16" font-size="13">${escaped(title)}</text>
${frames.join('\n')}
</svg>
`
}

/** One colour for our own code, one for packages, one for Node and the engine of JavaScript. */
function colourOf({ file }: Flame): string {
  if (file === '' || file.startsWith('node:')) return '#cfd8dc'
  return /^(server|risk|egress|client|cli|mcp)\//.test(file) ? '#ffb74d' : '#90caf9'
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
