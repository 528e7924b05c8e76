import { BRAND_MARKS } from './brandMarks.generated.ts'
import { type Box, CELLS, describeMark, type MarkShape, markDistance, type Picture } from './describeMark.ts'

/** A brand whose mark is drawn. */
export type FoundBrand = {
  brand: string
  /** Shown by every site that connects a wallet. */
  isWallet: boolean
  /** 0: the same drawing. `limit`: from which on other drawings come as near. */
  distance: number
  limit: number
}

type KnownMark = MarkShape & { brand: string; isWallet: boolean; limit: number }

/** Weight of tones beside the shape, and what a mark of one tone is further from one that has several. */
const TONES = 0.5
const TONELESS = 0.2

/** Returns for each box the brand whose mark is drawn there, null for none. */
export function findBrands(picture: Picture, boxes: readonly Box[]): (FoundBrand | null)[] {
  return boxes.map((box) => nearestBrand(describeMark(picture, box)))
}

/** How far two marks are from each other. */
export function distanceOf(one: MarkShape, other: MarkShape): number {
  const { shape, light } = markDistance(one, other)
  const isAlike = (one.light === null) === (other.light === null)
  return shape + (isAlike ? TONES * (light ?? 0) : TONELESS)
}

let known: readonly KnownMark[] | null = null

function nearestBrand(drawn: readonly MarkShape[]): FoundBrand | null {
  known ??= readMarks(BRAND_MARKS)
  let nearest: FoundBrand | null = null
  for (const one of drawn)
    for (const mark of known) {
      const distance = distanceOf(one, mark)
      if (distance > mark.limit || (nearest !== null && nearest.distance <= distance)) continue
      nearest = {
        brand: mark.brand,
        isWallet: mark.isWallet,
        distance: Math.round(distance * 100) / 100,
        limit: mark.limit,
      }
    }
  return nearest
}

/** Lines of `brand|wallet or site|limit|shape|tones`, cells in hexadecimal. */
function readMarks(text: string): KnownMark[] {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [brand = '', kind, limit, shape = '', light = ''] = line.split('|')
      const tones = light === '' ? null : cellsOf(light)
      return { brand, isWallet: kind === 'wallet', limit: Number(limit), shape: cellsOf(shape), light: tones }
    })
}

function cellsOf(hex: string): boolean[] {
  return Array.from(
    { length: CELLS * CELLS },
    (_, at) => ((Number.parseInt(hex[at >> 2] ?? '0', 16) >> (3 - (at & 3))) & 1) === 1,
  )
}
