import type { Box, Picture } from '../marks/describeMark.ts'

/** A box that is drawn as buttons are, in pixels of the picture. */
export type DrawnButton = Box & {
  /** Equal for the same words on the same ground. */
  look: string
}

/** Every second pixel of a row and of a column is looked at. */
const STEP = 2
/** Of three channels together, from which on two pixels beside each other are of two colours; a gradient stays below. */
const EDGE = 30
const [MIN_WIDTH, MAX_WIDTH] = [40, 460]
const [MIN_HEIGHT, MAX_HEIGHT] = [18, 120]
/** Share of its box that one colour covers; the rest is what is written on it, and round corners. */
const MIN_COVERED = 0.5
const MIN_WRITTEN = 0.01
/** Wider by so much than high: the shape of a button with a word. */
const WIDE = 1.3
const MAX_BUTTONS = 12
/** Cells of a look. */
const [COLUMNS, ROWS] = [24, 6]

/**
 * Finds in a part of a picture what looks like a button: a box of one colour, of a button's size, with something written on it. Those that
 * stand out most come first.
 */
export function drawnButtons(picture: Picture, part: Box): DrawnButton[] {
  const grid = gridOf(picture, part)
  const found = areasOf(grid).flatMap((area): (DrawnButton & { worth: number })[] => {
    const [width, height] = [area.right - area.left + 1, area.bottom - area.top + 1]
    const [wide, high] = [width * STEP, height * STEP]
    if (wide < MIN_WIDTH || wide > MAX_WIDTH || high < MIN_HEIGHT || high > MAX_HEIGHT) return []
    const covered = area.size / (width * height)
    if (covered < MIN_COVERED || writtenIn(grid, area) < MIN_WRITTEN) return []
    const box = { x: part.x + area.left * STEP, y: part.y + area.top * STEP, width: wide, height: high }
    const shape = wide >= WIDE * high ? 0.3 : 0
    const worth = covered + shape + Math.min(200, contrastOf(grid, area)) / 400 + (0.2 * area.top) / grid.height
    return [{ ...box, look: lookOf(grid, area), worth }]
  })
  found.sort((a, b) => b.worth - a.worth)
  return found.slice(0, MAX_BUTTONS).map(({ worth: _, ...button }) => button)
}

/** Colours of a part, and which area each pixel belongs to. */
type Grid = { width: number; height: number; colours: Uint8Array; area: Int32Array }
type Area = { id: number; left: number; right: number; top: number; bottom: number; size: number }

function gridOf({ width, height, channels, data }: Picture, part: Box): Grid {
  const [left, top] = [Math.max(0, Math.floor(part.x)), Math.max(0, Math.floor(part.y))]
  const columns = Math.max(0, Math.floor((Math.min(width, part.x + part.width) - left) / STEP))
  const rows = Math.max(0, Math.floor((Math.min(height, part.y + part.height) - top) / STEP))
  const colours = new Uint8Array(columns * rows * 3)
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < columns; x++) {
      const from = ((top + y * STEP) * width + left + x * STEP) * channels
      for (let channel = 0; channel < 3; channel++)
        colours[(y * columns + x) * 3 + channel] = data[from + (channels < 3 ? 0 : channel)] ?? 0
    }
  return { width: columns, height: rows, colours, area: new Int32Array(columns * rows).fill(-1) }
}

/** Areas of one colour, as they touch each other, but for the largest: the ground. */
function areasOf(grid: Grid): Area[] {
  const { width, height, colours, area } = grid
  const areas: Area[] = []
  const waiting = new Int32Array(width * height)
  for (let first = 0; first < area.length; first++) {
    if (area[first] !== -1) continue
    const one: Area = { id: areas.length, left: width, right: 0, top: height, bottom: 0, size: 0 }
    let count = 0
    waiting[count++] = first
    area[first] = one.id
    while (count > 0) {
      const at = waiting[--count] ?? 0
      const [x, y] = [at % width, Math.floor(at / width)]
      one.size++
      one.left = Math.min(one.left, x)
      one.right = Math.max(one.right, x)
      one.top = Math.min(one.top, y)
      one.bottom = Math.max(one.bottom, y)
      const visit = (next: number) => {
        if (area[next] !== -1 || distance(colours, at, next) > EDGE) return
        area[next] = one.id
        waiting[count++] = next
      }
      if (x > 0) visit(at - 1)
      if (x < width - 1) visit(at + 1)
      if (y > 0) visit(at - width)
      if (y < height - 1) visit(at + width)
    }
    areas.push(one)
  }
  const largest = areas.reduce<Area | null>((most, one) => (most === null || one.size > most.size ? one : most), null)
  return areas.filter((one) => one !== largest)
}

function distance(colours: Uint8Array, one: number, other: number): number {
  let sum = 0
  for (let channel = 0; channel < 3; channel++)
    sum += Math.abs((colours[one * 3 + channel] ?? 0) - (colours[other * 3 + channel] ?? 0))
  return sum
}

/** Share of the middle of a box that has another colour. */
function writtenIn({ width, area }: Grid, { id, left, right, top, bottom }: Area): number {
  const [across, down] = [Math.ceil((right - left) / 10), Math.ceil((bottom - top) / 10)]
  let all = 0
  let others = 0
  for (let y = top + down; y <= bottom - down; y++)
    for (let x = left + across; x <= right - across; x++) {
      all++
      if (area[y * width + x] !== id) others++
    }
  return all === 0 ? 0 : others / all
}

/** How far the colour of an area is from what lies left of it. */
function contrastOf({ width, height, colours, area }: Grid, { id, left, top, bottom }: Area): number {
  const row = Math.min(height - 1, Math.floor((top + bottom) / 2))
  let inside = left
  while (inside < width - 1 && area[row * width + inside] !== id) inside++
  return distance(colours, row * width + Math.max(0, left - 2), row * width + inside)
}

function lookOf({ width, area }: Grid, { id, left, right, top, bottom }: Area): string {
  let look = ''
  for (let row = 0; row < ROWS; row++)
    for (let column = 0; column < COLUMNS; column++) {
      const x = left + Math.floor(((column + 0.5) * (right - left + 1)) / COLUMNS)
      const y = top + Math.floor(((row + 0.5) * (bottom - top + 1)) / ROWS)
      look += area[y * width + x] === id ? '.' : '#'
    }
  return look
}
