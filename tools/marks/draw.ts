import { createRequire } from 'node:module'
import {
  type Box,
  describeMark,
  type MarkShape,
  type Picture,
} from '../../packages/server/src/web/browser/marks/describeMark.ts'

/** Of @resvg/resvg-js, which is installed for this tool alone. */
type Drawer = {
  Resvg: new (svg: string, options: object) => { render(): { width: number; height: number; pixels: Uint8Array } }
}

const { Resvg } = createRequire(import.meta.url)('@resvg/resvg-js') as Drawer

/** How a drawing is shown: size in pixels, colours in hexadecimal. */
export type Showing = {
  size: number
  ground: string
  plate?: string
  turned?: number
  grey?: boolean
  recoloured?: boolean
}

const PAD = 6
const LIGHT = '#ffffff'
const DARK = '#111111'

/** Draws an SVG as a page would and describes the mark; empty for a drawing that is none. */
export function shapesOf(svg: string, showing: Showing): MarkShape[] {
  const { picture, box } = draw(svg, showing)
  return describeMark(picture, box)
}

function draw(
  svg: string,
  { size, ground, plate, turned = 0, grey = false, recoloured = false }: Showing,
): { picture: Picture; box: Box } {
  const whole = size + 2 * PAD
  const box = /viewBox="([^"]+)"/.exec(svg)?.[1] ?? '0 0 24 24'
  const ink = isDark(plate ?? ground) ? LIGHT : DARK
  const content = inked(svg, ink)
  const inset = plate === undefined ? 0 : 0.18 * size
  const [at, side] = [PAD + inset, size - 2 * inset]
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${whole}" height="${whole}" color="${ink}">`,
    `<rect width="${whole}" height="${whole}" fill="${ground}"/>`,
    plate === undefined
      ? ''
      : `<rect x="${PAD}" y="${PAD}" width="${size}" height="${size}" rx="${0.22 * size}" fill="${plate}"/>`,
    `<g transform="rotate(${turned} ${whole / 2} ${whole / 2})"><svg x="${at}" y="${at}" width="${side}" height="${side}" viewBox="${box}" ${/<svg[^>]*\sfill="none"/.test(svg) ? 'fill="none"' : ''}>${content}</svg></g></svg>`,
  ]
  const image = new Resvg(parts.join(''), { font: { loadSystemFonts: false } }).render()
  const data = Uint8Array.from(image.pixels)
  for (let pixel = 0; pixel < data.length && (grey || recoloured); pixel += 4) {
    const [red = 0, green = 0, blue = 0] = data.subarray(pixel, pixel + 3)
    const tone = 0.3 * red + 0.59 * green + 0.11 * blue
    data.set(grey ? [tone, tone, tone] : [green, blue, red], pixel)
  }
  return {
    picture: { width: image.width, height: image.height, channels: 4, data },
    box: { x: PAD, y: PAD, width: size, height: size },
  }
}

/** The content of an SVG; one that is all white is drawn in the given ink. */
function inked(svg: string, ink: string): string {
  const content = svg.replace(/^[\s\S]*?<svg[^>]*>/, '').replace(/<\/svg>\s*$/, '')
  const colours = new Set(content.match(/(?:fill|stroke)="#[0-9a-f]+"/gi) ?? [])
  const isWhite = colours.size > 0 && [...colours].every((one) => /"#fff(?:fff)?"/i.test(one))
  return isWhite ? content.replaceAll(/"#fff(?:fff)?"/gi, `"${ink}"`) : content
}

function isDark(colour: string): boolean {
  const value = Number.parseInt(colour.slice(1), 16)
  return (value >> 16) * 0.3 + ((value >> 8) & 255) * 0.59 + (value & 255) * 0.11 < 110
}
