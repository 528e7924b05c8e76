import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BRAND_MARKS } from './brandMarks.generated.ts'
import { type Box, CELLS, describeMark, markDistance, type Picture } from './describeMark.ts'
import { distanceOf, findBrands } from './findBrands.ts'

type Colour = readonly [number, number, number]
const WHITE: Colour = [255, 255, 255]
const DARK: Colour = [16, 17, 20]

/** A picture of 300 × 200 pixels in which `paint` says the colour of a place of the box; null: the ground. */
function drawn(box: Box, ground: Colour, paint: (x: number, y: number) => Colour | null): Picture {
  const [width, height] = [300, 200]
  const data = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [left, top] = [(x - box.x) / box.width, (y - box.y) / box.height]
      const isInside = left >= 0 && left < 1 && top >= 0 && top < 1
      data.set((isInside ? paint(left, top) : null) ?? ground, (y * width + x) * 3)
    }
  return { width, height, channels: 3, data }
}

/** An arrow upwards. */
const arrow =
  (colour: Colour) =>
  (x: number, y: number): Colour | null =>
    (y < 0.5 && Math.abs(x - 0.5) < y) || (y >= 0.5 && Math.abs(x - 0.5) < 0.18) ? colour : null
const box = (size: number): Box => ({ x: 40, y: 30, width: size, height: size })

test('a shape is the same in another size, colour and on another ground', () => {
  const [one] = describeMark(drawn(box(90), WHITE, arrow([20, 90, 200])), box(90))
  const [other] = describeMark(drawn(box(36), DARK, arrow([250, 200, 40])), box(36))
  assert.ok(one && other)
  assert.ok(distanceOf(one, other) < 0.1)
})

test('what stands on a plate is described without it', () => {
  const [bare] = describeMark(drawn(box(90), WHITE, arrow([255, 255, 255].map(() => 20) as unknown as Colour)), box(90))
  const inset = (x: number) => (x - 0.2) / 0.6
  const onPlate = drawn(box(90), WHITE, (x, y) => {
    const [left, top] = [inset(x), inset(y)]
    const isInside = left >= 0 && left < 1 && top >= 0 && top < 1
    return (isInside ? arrow(WHITE)(left, top) : null) ?? [60, 90, 220]
  })
  const shapes = describeMark(onPlate, box(90))
  assert.ok(bare && shapes.some((shape) => markDistance(bare, shape).shape < 0.15))
})

test('plain plates, tiny drawings and photographs are no marks', () => {
  assert.deepEqual(
    describeMark(
      drawn(box(60), WHITE, () => [0, 80, 160]),
      box(60),
    ),
    [],
  )
  assert.deepEqual(describeMark(drawn(box(8), WHITE, arrow([0, 0, 0])), box(8)), [])
  const noise = drawn({ x: 0, y: 0, width: 300, height: 200 }, WHITE, (x, y) => [
    (x * 9_301) % 255,
    (y * 7_919) % 255,
    ((x + y) * 6_007) % 255,
  ])
  assert.deepEqual(describeMark(noise, box(60)), [])
})

test('each brand is found in a drawing of its cells, and in no arrow', () => {
  const lines = BRAND_MARKS.trim().split('\n')
  const brands = new Set(lines.map((line) => line.split('|')[0]))
  assert.ok(brands.size > 50)
  for (const brand of ['MetaMask', 'Binance', 'KuCoin', 'OpenSea', 'Trezor']) {
    const [, , , shape = '', light = ''] = (lines.find((line) => line.startsWith(`${brand}|`)) ?? '').split('|')
    const bit = (hex: string, x: number, y: number) => {
      const at = Math.floor(y * CELLS) * CELLS + Math.floor(x * CELLS)
      return ((Number.parseInt(hex[at >> 2] ?? '0', 16) >> (3 - (at & 3))) & 1) === 1
    }
    const cells = drawn(box(64), WHITE, (x, y) =>
      bit(shape, x, y) ? (light !== '' && bit(light, x, y) ? [230, 140, 60] : [110, 60, 20]) : null,
    )
    assert.equal(findBrands(cells, [box(64)])[0]?.brand, brand)
  }
  assert.deepEqual(findBrands(drawn(box(64), WHITE, arrow([0, 0, 0])), [box(64)]), [null])
})
