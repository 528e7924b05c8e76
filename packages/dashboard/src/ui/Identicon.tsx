const SIDE = 5
const HALF = 3

/** A picture of an address: five columns, the right two mirror the left two. The same digits in any case give the same picture. */
export function Identicon({ seed }: { seed: string }) {
  let state = 0x811c9dc5
  const next = (): number => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return state >>> 0
  }
  // FNV-1a over the digits, so that addresses that differ in one digit look different.
  for (const digit of seed.toLowerCase()) state = Math.imul(state ^ digit.charCodeAt(0), 0x01000193)
  const hue = next() % 360
  let path = ''
  for (let row = 0; row < SIDE; row++)
    for (let column = 0; column < HALF; column++) {
      if (next() % 2 === 0) continue
      path += cell(column, row)
      if (column < HALF - 1) path += cell(SIDE - 1 - column, row)
    }
  return (
    <svg className="identicon" viewBox={`0 0 ${SIDE} ${SIDE}`} aria-hidden="true" shapeRendering="crispEdges">
      <rect width={SIDE} height={SIDE} fill={`hsl(${hue} 45% 88%)`} />
      <path d={path} fill={`hsl(${hue} 55% 40%)`} />
    </svg>
  )
}

function cell(column: number, row: number): string {
  return `M${column} ${row}h1v1h-1z`
}
