import { CHAIN_IDS } from '@redoubt/risk/chain.ts'
import type { RiskLevel } from '@redoubt/risk/engine/riskLevel.ts'
import { levelOf } from '@redoubt/risk/engine/score.ts'
import type { RiskReport } from '@redoubt/risk/report/report.ts'
import { LONGEST_ENTITY } from './longestEntity.ts'
import { PAGE } from './openDocument.ts'
import { PALETTE } from './palette.ts'
import { lineHeight, type Pen, type Style } from './pen.ts'
import { formatTime } from './printable.ts'

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
const GAUGE = { width: 150, height: 104 } as const

const KIND = { wallet: 'Wallet', contract: 'Contract', url: 'Web site' } as const

/** Code points of a name in the title. */
const LONGEST_NAME = 60

/**
 * `Token risk report: USD Coin (USDC) — 0xA0b8…eB48: low risk`. Anyone can copy a name, so it never stands without the address and
 * the level. Names are of strangers: clean it before it is drawn.
 */
export function titleOf({ entityType, label, canonical, riskBreakdown, summary }: RiskReport): string {
  // Only a token has a market.
  const isToken = entityType === 'contract' && riskBreakdown.liquidity.notApplicable === null
  const title = `${isToken ? 'Token' : KIND[entityType]} risk report`
  if (label === null) return title
  const level = summary.riskLevel === 'safe' ? 'no notable risk' : `${summary.riskLevel} risk`
  const name = entityType === 'url' ? shorten(label) : `${shorten(label)} — ${shortAddress(canonical)}`
  return `${title}: ${name}: ${level}`
}

/** `0xA0b8…eB48`; what is no address stays as it is. */
function shortAddress(canonical: string): string {
  return /^0x[0-9a-fA-F]{40}$/.test(canonical) ? `${canonical.slice(0, 6)}…${canonical.slice(-4)}` : canonical
}

function shorten(name: string): string {
  const letters = [...name]
  return letters.length <= LONGEST_NAME ? name : `${letters.slice(0, LONGEST_NAME).join('')}…`
}
const ENTITY: Style = { font: 'mono', size: 10, colour: PALETTE.ink }
const SMALL: Style = { font: 'sans', size: 8, colour: PALETTE.muted }
const VERDICT: Style = { font: 'sans', size: 10.5, colour: PALETTE.ink }
const BADGE: Style = { font: 'bold', size: 11, colour: PALETTE.ink }

/** What the report is about and how bad it is, to be understood within seconds. */
export function drawVerdict(pen: Pen, report: RiskReport): void {
  const { chain, entityType, summary } = report
  pen.heading(1, pen.clean(titleOf(report), 160))
  pen.paragraph(pen.clean(report.entity, LONGEST_ENTITY), ENTITY)
  // What a name stands for can change: the report is about the address.
  if (report.canonical.toLowerCase() !== report.entity.toLowerCase())
    pen.paragraph(pen.clean(report.canonical, LONGEST_ENTITY), ENTITY)
  pen.y += 2
  const where = chain === null ? 'Web site' : `${KIND[entityType]} on ${chain} (chain id ${CHAIN_IDS[chain]})`
  pen.paragraph(`${where} · Made ${pen.clean(formatTime(summary.generatedAt), 60)}`, SMALL)
  pen.y += 8

  const x = PAGE.left + GAUGE.width + 24
  const width = PAGE.right - x - 14
  const verdict = pen.wrap(pen.clean(summary.verdict, 400), width, VERDICT)
  const sure = pen.wrap(`Confidence ${confidenceOf(report)} %. ${saysWhatIsMissing(report)}`, width, SMALL)
  const height = Math.max(
    GAUGE.height + 12,
    50 + verdict.length * lineHeight(VERDICT) + sure.length * lineHeight(SMALL) + 14,
  )
  pen.ensure(height)
  const top = pen.y
  pen.artifact(() => {
    pen.doc.rect(PAGE.left, top, PAGE.right - PAGE.left, height).fill(PALETTE.faint)
    pen.doc.rect(PAGE.left, top, 5, height).fill(PALETTE.level[summary.riskLevel])
  })
  drawGauge(pen, summary.riskScore, PAGE.left + 14, top + 8)
  drawBadges(pen, report, x, top + 14)
  pen.y = top + 46
  for (const [lines, style] of [
    [verdict, VERDICT],
    [sure, SMALL],
  ] as const) {
    pen.tagged('P', () => {
      for (const line of lines) {
        pen.write(line, x, pen.y, style)
        pen.y += lineHeight(style)
      }
    })
    pen.y += 5
  }
  pen.y = top + height
}

function drawBadges(pen: Pen, { summary }: RiskReport, x: number, y: number): void {
  const level = summary.riskLevel === 'safe' ? 'NO NOTABLE RISK' : `${summary.riskLevel.toUpperCase()} RISK`
  const advice = pen.clean(summary.recommendation, 40)
  const widths = [level, advice].map((text) => pen.widthOf(text, BADGE) + 18)
  const [first = 0, second = 0] = widths
  pen.artifact(() => {
    pen.doc.roundedRect(x, y, first, 23, 3).fill(PALETTE.level[summary.riskLevel])
    pen.doc.roundedRect(x + first + 8.5, y + 0.5, second - 1, 22, 3)
    pen.doc.lineWidth(1).fillAndStroke(PALETTE.paper, PALETTE.ink)
  })
  pen.tagged('P', () => {
    pen.write(level, x + 9, y + 4, { ...BADGE, colour: PALETTE.onLevel[summary.riskLevel] })
    pen.write(advice, x + first + 17, y + 4, BADGE)
  })
}

/** Percent; never 100 beside facts that are missing. */
export function confidenceOf({ summary, unknown, unavailable }: RiskReport): number {
  const isWhole = unknown.length === 0 && unavailable.length === 0
  return Math.min(isWhole ? 100 : 99, Math.round(summary.confidence * 100))
}

function saysWhatIsMissing({ unavailable, unknown, complete }: RiskReport): string {
  const missing = [
    ...(unavailable.length > 0
      ? [`${unavailable.length} ${unavailable.length === 1 ? 'source' : 'sources'} failed`]
      : []),
    ...(unknown.length > 0 ? [`${unknown.length} ${unknown.length === 1 ? 'fact' : 'facts'} stayed unknown`] : []),
  ]
  if (missing.length > 0) return `Incomplete: ${missing.join(', ')}. See the last section.`
  return complete ? 'All facts were gathered.' : 'The deadline ended the scan before all facts were gathered.'
}

/** A half circle of the five levels with a needle at the score, its top left given; one figure with words for those who do not see it. */
function drawGauge(pen: Pen, score: number, x: number, y: number): void {
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
