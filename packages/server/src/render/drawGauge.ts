import type { RiskLevel } from '@redoubt/risk/riskLevel.ts'
import { levelOf } from '@redoubt/risk/score.ts'
import { PALETTE } from './palette.ts'
import type { Pen } from './pen.ts'

/** Where each level begins, as `levelOf` has it. */
const BANDS: readonly { level: RiskLevel; from: number; to: number }[] = [
  { level: 'safe', from: 0, to: 20 },
  { level: 'low', from: 20, to: 40 },
  { level: 'medium', from: 40, to: 60 },
  { level: 'high', from: 60, to: 80 },
  { level: 'critical', from: 80, to: 100 },
]
/** Degrees between two bands. */
const GAP = 1.2

/** Width and height in points. */
export const GAUGE = { width: 150, height: 104 } as const

/** A half circle of the five levels with a needle at the score, its top left given; one figure with words for those who do not see it. */
export function drawGauge(pen: Pen, score: number, x: number, y: number): void {
  const centre = { x: x + GAUGE.width / 2, y: y + 74 }
  const radius = 58
  const at = (value: number, distance: number) => {
    const angle = Math.PI * (1 - value / 100)
    return { x: centre.x + Math.cos(angle) * distance, y: centre.y - Math.sin(angle) * distance }
  }
  const alt = `Score ${score} of 100, which is ${levelOf(score)}. The scale: safe 0 to 19, low 20 to 39, medium 40 to 59, high 60 to 79, critical 80 to 100.`
  const draw = () => {
    for (const { level, from, to } of BANDS) {
      const [start, end] = [from + GAP / 3.6, to - GAP / 3.6]
      const [outer, inner] = [radius, radius - 15]
      const [a, b, c, d] = [at(start, outer), at(end, outer), at(end, inner), at(start, inner)]
      const arc = `M${a.x} ${a.y} A${outer} ${outer} 0 0 1 ${b.x} ${b.y} L${c.x} ${c.y} A${inner} ${inner} 0 0 0 ${d.x} ${d.y} Z`
      pen.doc.path(arc).fill(PALETTE.level[level])
    }
    const tip = at(score, radius - 3)
    const [left, right] = [at(score + 5, radius - 22), at(score - 5, radius - 22)]
    pen.doc.polygon([tip.x, tip.y], [left.x, left.y], [right.x, right.y])
    pen.doc.lineWidth(0.9).fillAndStroke(PALETTE.paper, PALETTE.ink)
    const tick = { font: 'sans', size: 6.5, colour: PALETTE.muted } as const
    for (const value of [0, 20, 40, 60, 80, 100]) {
      const place = at(value, radius + 8)
      pen.write(String(value), place.x - pen.widthOf(String(value), tick) / 2, place.y - 5, tick)
    }
    const number = { font: 'bold', size: 30, colour: PALETTE.ink } as const
    pen.write(String(score), centre.x - pen.widthOf(String(score), number) / 2, centre.y - 27, number)
    const of = { font: 'sans', size: 7.5, colour: PALETTE.muted } as const
    pen.write('of 100', centre.x - pen.widthOf('of 100', of) / 2, centre.y + 9, of)
  }
  pen.tagged('Figure', draw, undefined, {
    alt,
    placement: 'Block',
    bbox: [x, y, x + GAUGE.width, y + GAUGE.height],
  })
}
