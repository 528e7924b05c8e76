import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawnButtons } from './drawnButtons.ts'

type Colour = readonly [number, number, number]
const [WHITE, BLUE, RED, DARK]: Colour[] = [
  [255, 255, 255],
  [36, 87, 214],
  [230, 57, 70],
  [30, 30, 30],
] as Colour[]

/** A white picture in which boxes are filled, one after the other. */
function paint(
  boxes: readonly { at: readonly [number, number, number, number]; colour: Colour | ((x: number) => Colour) }[],
) {
  const [width, height] = [640, 480]
  const data = new Uint8Array(width * height * 3).fill(255)
  for (const { at, colour } of boxes)
    for (let y = at[1]; y < at[1] + at[3]; y++)
      for (let x = at[0]; x < at[0] + at[2]; x++)
        data.set(typeof colour === 'function' ? colour(x) : (colour ?? WHITE), (y * width + x) * 3)
  return { width, height, channels: 3, data }
}
const WHOLE = { x: 0, y: 0, width: 640, height: 480 }
const word = (x: number, y: number) => ({ at: [x, y, 60, 12] as const, colour: WHITE as Colour })
const found = (boxes: Parameters<typeof paint>[0], part = WHOLE) =>
  drawnButtons(paint(boxes), part).map(({ x, y, width, height }) => [x, y, width, height])

test('a box with a word on it is a button, of one colour or of a gradient', () => {
  assert.deepEqual(found([{ at: [40, 400, 160, 44], colour: BLUE as Colour }, word(80, 416)]), [[40, 400, 160, 44]])
  const gradient = (x: number): Colour => [x % 256, 120, 200]
  assert.deepEqual(found([{ at: [40, 400, 160, 44], colour: gradient }, word(80, 416)]), [[40, 400, 160, 44]])
})

test('the bars of a chart, a page, a line and a mark are none', () => {
  assert.deepEqual(found([{ at: [40, 300, 60, 100], colour: RED as Colour }]), [], 'a bar with nothing on it')
  assert.deepEqual(found([{ at: [20, 20, 600, 400], colour: BLUE as Colour }, word(80, 100)]), [], 'a page')
  assert.deepEqual(found([{ at: [20, 200, 400, 6], colour: DARK as Colour }]), [], 'a line')
  assert.deepEqual(found([{ at: [20, 200, 24, 24], colour: DARK as Colour }]), [], 'a mark')
})

test('what stands out most comes first, and only what lies in the part is looked at', () => {
  const grey: Colour = [225, 225, 225]
  const two = [
    { at: [40, 60, 160, 44] as const, colour: grey },
    { at: [80, 76, 60, 12] as const, colour: DARK as Colour },
    { at: [300, 400, 160, 44] as const, colour: BLUE as Colour },
    word(340, 416),
  ]
  assert.deepEqual(
    found(two).map(([x]) => x),
    [300, 40],
  )
  assert.deepEqual(found(two, { x: 0, y: 0, width: 260, height: 300 }), [[40, 60, 160, 44]])
})

test('other words on the same button are another look, the same words are not', () => {
  const look = (x: number) =>
    drawnButtons(paint([{ at: [40, 400, 160, 44], colour: BLUE as Colour }, word(x, 416)]), WHOLE)[0]?.look
  assert.equal(look(80), look(80))
  assert.notEqual(look(80), look(110))
})

test('a picture of noise and one of nothing are looked through in no time', () => {
  const noise = { width: 1280, height: 800, channels: 4, data: new Uint8Array(1280 * 800 * 4) }
  for (let at = 0; at < noise.data.length; at++) noise.data[at] = (at * 2_654_435_761) % 251
  const began = process.cpuUsage()
  assert.deepEqual(drawnButtons(noise, { x: 0, y: 0, width: 1280, height: 800 }), [])
  assert.deepEqual(drawnButtons({ ...noise, data: new Uint8Array(0) }, { x: 0, y: 0, width: 1280, height: 800 }), [])
  const { user, system } = process.cpuUsage(began)
  assert.ok(user + system < 2_000_000, `${user + system} µs of processor time`)
})
