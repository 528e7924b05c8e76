/** Rows of pixels, `channels` bytes each: grey, grey and alpha, RGB or RGBA. */
export type Picture = { width: number; height: number; channels: number; data: ArrayLike<number> }

/** A part of a picture, in pixels. */
export type Box = { x: number; y: number; width: number; height: number }

/** What is left of a drawn mark: its shape, without its size, place, colours and ground. */
export type MarkShape = {
  /** Cells that the mark covers, row by row. */
  shape: readonly boolean[]
  /** Covered cells that are lighter than the mark's mean; null for a mark of one tone. */
  light: readonly boolean[] | null
}

/** Cells of a side. */
export const CELLS = 16
/** Pixels around the box that belong to its ground. */
const MARGIN = 3
/** Of a colour channel, from which on a pixel is not the ground. */
const OTHER = 36
/** Pixels of a side under which a shape is not told from another. */
const SMALLEST = 14
/** A drawing that is wider has a name beside the mark. */
const WIDE = 1.7
/** Share of a row's height that is empty between a mark and the name beside it. */
const GAP = 0.08
/** Share of its box from which on a shape may be the plate that a mark stands on, and of its edge that has one colour. */
const PLATE = 0.6
/** Standard deviation of grey values from which on a mark has tones. */
const TONES = 14

type Mask = { box: Box; has: (x: number, y: number) => boolean }

/**
 * Describes the mark that is drawn in a box: its outline, and what stands on a plate of one colour. Empty for a box without anything
 * large enough, or whose ground is a photograph.
 */
export function describeMark(picture: Picture, place: Box): MarkShape[] {
  const around = clip(picture, {
    x: Math.floor(place.x) - MARGIN,
    y: Math.floor(place.y) - MARGIN,
    width: Math.ceil(place.width) + 2 * MARGIN,
    height: Math.ceil(place.height) + 2 * MARGIN,
  })
  if (around.width < SMALLEST || around.height < SMALLEST) return []
  const at = pixels(picture)
  const ground = commonColour(edgeOf(around), at)
  if (ground === null || ground.share < 0.5) return []
  const found = firstPart(trim({ box: around, has: (x, y) => differs(at(x, y), ground.colour) }))
  if (found === null) return []
  const shapes = [shapeOf(found, at)]
  const hull = filled(found)
  const isPlate = isPlain(shapeOf(hull, at), PLATE_DISTANCE)
  const inner = onPlate(hull, at)
  if (inner !== null) shapes.push(shapeOf(inner, at))
  return (isPlate ? shapes.slice(1) : shapes).filter((one) => !isPlain(one))
}

/** How two marks differ: 0 the same, 1 nothing in common; `light` null where one of them has one tone. */
export function markDistance(one: MarkShape, other: MarkShape): { shape: number; light: number | null } {
  let [both, any, same, differing] = [0, 0, 0, 0]
  for (let cell = 0; cell < CELLS * CELLS; cell++) {
    const [a, b] = [one.shape[cell] === true, other.shape[cell] === true]
    if (a || b) any++
    if (!a || !b) continue
    both++
    if (one.light?.[cell] === other.light?.[cell]) same++
    else differing++
  }
  const hasTones = one.light !== null && other.light !== null && both > 0
  return {
    shape: any === 0 ? 1 : 1 - both / any,
    // A mark drawn light on dark has its tones the other way round.
    light: hasTones ? Math.min(same, differing) / both : null,
  }
}

/** Plates of any corner, up to a disc, and upright and lying bars: what many drawings have says nothing. */
const PLAIN: readonly MarkShape[] = [0, 0.25, 0.5, 0.75, 1].map((roundness) => ({
  shape: roundedSquare(roundness),
  light: null,
}))
/** Share of cells by which a shape differs from all of them. */
const PLAIN_DISTANCE = 0.12
/** The same of the outline of a plate that a mark is cut out of. */
const PLATE_DISTANCE = 0.05

function isPlain(one: MarkShape, distance = PLAIN_DISTANCE): boolean {
  return PLAIN.some((plain) => markDistance(one, plain).shape < distance)
}

/** Cells of a square whose corners are rounded; 1: a disc. */
function roundedSquare(roundness: number): boolean[] {
  const half = CELLS / 2
  const straight = half * (1 - roundness)
  return Array.from({ length: CELLS * CELLS }, (_, cell) => {
    const x = Math.max(0, Math.abs((cell % CELLS) + 0.5 - half) - straight)
    const y = Math.max(0, Math.abs(Math.floor(cell / CELLS) + 0.5 - half) - straight)
    return x * x + y * y <= (half - straight) ** 2 || straight === half
  })
}

type Pixel = readonly [number, number, number]

function pixels({ width, channels, data }: Picture): (x: number, y: number) => Pixel {
  return (x, y) => {
    const at = (y * width + x) * channels
    const first = data[at] ?? 255
    return channels < 3 ? [first, first, first] : [first, data[at + 1] ?? 255, data[at + 2] ?? 255]
  }
}

function clip({ width, height }: Picture, box: Box): Box {
  const x = Math.max(0, box.x)
  const y = Math.max(0, box.y)
  return { x, y, width: Math.min(width, box.x + box.width) - x, height: Math.min(height, box.y + box.height) - y }
}

function* edgeOf({ x, y, width, height }: Box): Generator<readonly [number, number]> {
  for (let column = 0; column < width; column++) {
    yield [x + column, y]
    yield [x + column, y + height - 1]
  }
  for (let row = 1; row < height - 1; row++) {
    yield [x, y + row]
    yield [x + width - 1, y + row]
  }
}

/** The colour that most of the places have, and their share. */
function commonColour(
  places: Iterable<readonly [number, number]>,
  at: (x: number, y: number) => Pixel,
): { colour: Pixel; share: number } | null {
  const counts = new Map<number, { colour: Pixel; count: number }>()
  let all = 0
  for (const [x, y] of places) {
    const colour = at(x, y)
    const key = ((colour[0] >> 4) << 8) | ((colour[1] >> 4) << 4) | (colour[2] >> 4)
    const known = counts.get(key)
    if (known) known.count++
    else counts.set(key, { colour, count: 1 })
    all++
  }
  const [most] = [...counts.values()].sort((a, b) => b.count - a.count)
  return most === undefined ? null : { colour: most.colour, share: most.count / all }
}

function differs(one: Pixel, other: Pixel): boolean {
  return (
    Math.abs(one[0] - other[0]) > OTHER || Math.abs(one[1] - other[1]) > OTHER || Math.abs(one[2] - other[2]) > OTHER
  )
}

/** The mask without empty rows and columns around it; null when little is left. */
function trim({ box, has }: Mask): Mask | null {
  let [left, top, right, bottom] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, -1, -1]
  for (let y = box.y; y < box.y + box.height; y++)
    for (let x = box.x; x < box.x + box.width; x++) {
      if (!has(x, y)) continue
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
    }
  const inner = { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }
  return right < 0 || Math.max(inner.width, inner.height) < SMALLEST ? null : { box: inner, has }
}

/** Of a mark with its name beside it, the mark. */
function firstPart(mask: Mask | null): Mask | null {
  if (mask === null || mask.box.width <= WIDE * mask.box.height) return mask
  const { box, has } = mask
  let empty = 0
  for (let x = box.x; x < box.x + box.width; x++) {
    let isEmpty = true
    for (let y = box.y; isEmpty && y < box.y + box.height; y++) isEmpty = !has(x, y)
    empty = isEmpty ? empty + 1 : 0
    if (empty < Math.max(2, GAP * box.height)) continue
    const width = x - empty + 1 - box.x
    if (width < 0.5 * box.height) return null
    const part = trim({ box: { ...box, width }, has })
    return part !== null && part.box.width <= WIDE * part.box.height ? part : null
  }
  return mask
}

/** The mask without holes: in each row all that lies between its ends. */
function filled({ box, has }: Mask): Mask {
  const ends = Array.from({ length: box.height }, (_, row): [number, number] => {
    const y = box.y + row
    let [first, last] = [box.x, box.x + box.width - 1]
    while (first <= last && !has(first, y)) first++
    while (last > first && !has(last, y)) last--
    return [first, last]
  })
  return {
    box,
    has: (x, y) => {
      const [first, last] = ends[y - box.y] ?? [1, 0]
      return x >= first && x <= last
    },
  }
}

/** What stands on a plate of one colour, or is cut out of it; null where the shape is no plate. */
function onPlate({ box, has }: Mask, at: (x: number, y: number) => Pixel): Mask | null {
  const edge: [number, number][] = []
  let count = 0
  for (let y = box.y; y < box.y + box.height; y++) {
    const row = Array.from({ length: box.width }, (_, column) => box.x + column).filter((x) => has(x, y))
    count += row.length
    // The outermost pixel is mixed with the ground.
    if (row.length > 4) edge.push([(row[0] ?? 0) + 2, y], [(row.at(-1) ?? 0) - 2, y])
  }
  if (count < PLATE * box.width * box.height) return null
  const plate = commonColour(edge, at)
  if (plate === null || plate.share < PLATE) return null
  const inset = Math.max(2, Math.round(0.04 * box.width))
  const inside = { x: box.x + inset, y: box.y + inset, width: box.width - 2 * inset, height: box.height - 2 * inset }
  const isInner = (x: number, y: number) => has(x, y) && has(x - inset, y) && has(x + inset, y)
  return trim({ box: inside, has: (x, y) => isInner(x, y) && differs(at(x, y), plate.colour) })
}

/** Covers a square around the mark with cells. */
function shapeOf({ box, has }: Mask, at: (x: number, y: number) => Pixel): MarkShape {
  const side = Math.max(box.width, box.height)
  const left = box.x - (side - box.width) / 2
  const top = box.y - (side - box.height) / 2
  const covered = new Float64Array(CELLS * CELLS)
  const grey = new Float64Array(CELLS * CELLS)
  const weight = new Float64Array(CELLS * CELLS)
  // Four samples a cell and side: the same of every size.
  const steps = CELLS * 4
  for (let row = 0; row < steps; row++)
    for (let column = 0; column < steps; column++) {
      const cell = (row >> 2) * CELLS + (column >> 2)
      const x = Math.floor(left + ((column + 0.5) * side) / steps)
      const y = Math.floor(top + ((row + 0.5) * side) / steps)
      const isInside = x >= box.x && y >= box.y && x < box.x + box.width && y < box.y + box.height
      if (!isInside || !has(x, y)) continue
      const [red, green, blue] = at(x, y)
      covered[cell] = (covered[cell] ?? 0) + 1
      grey[cell] = (grey[cell] ?? 0) + 0.3 * red + 0.59 * green + 0.11 * blue
      weight[cell] = (weight[cell] ?? 0) + 1
    }
  const shape = Array.from(covered, (count) => count >= 8)
  const tones = Array.from(grey, (sum, cell) => sum / Math.max(1, weight[cell] ?? 0))
  const shown = tones.filter((_, cell) => shape[cell])
  const mean = shown.reduce((sum, tone) => sum + tone, 0) / Math.max(1, shown.length)
  const deviation = Math.sqrt(shown.reduce((sum, tone) => sum + (tone - mean) ** 2, 0) / Math.max(1, shown.length))
  return { shape, light: deviation < TONES ? null : tones.map((tone, cell) => shape[cell] === true && tone > mean) }
}
