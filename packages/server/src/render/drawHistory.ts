import type { RiskReport } from '@redoubt/risk/report/report.ts'
import { PAGE } from './openDocument.ts'
import { PALETTE } from './palette.ts'
import { lineHeight, type Pen, type Style } from './pen.ts'
import { formatTime } from './printable.ts'

const DAY_MS = 86_400_000

/** Days shown at most, the latest: more than one a point cannot be told apart. */
const MAX_DAYS = 400

/** Fewer points are told in a sentence. */
const MIN_POINTS = 3

/** Other rulesets told apart at most, the latest. */
const MAX_RULESETS = 3

/** Points for the mark in front of an entry, and between two. */
const MARK = 11

const GAP = 13

const CHART = { left: PAGE.left + 24, right: PAGE.right - 52, height: 104 }
const LABEL: Style = { font: 'sans', size: 7, colour: PALETTE.muted }
const BANDS = ['safe', 'low', 'medium', 'high', 'critical'] as const
const SHAPES = ['square', 'triangle', 'diamond'] as const
type Shape = (typeof SHAPES)[number] | 'dot'

/** Scores by day. Those of other rulesets have hollow marks, dashed lines and their own names: they are not to be compared. */
export function drawHistory(pen: Pen, report: RiskReport): void {
  const { series, days, leftOut } = historySeries(report)
  const legend = layLegend(series, PAGE.right - CHART.left, {
    clean: (text) => pen.clean(text, 16),
    widthOf: (text) => pen.widthOf(text, LABEL),
  })
  const below = 17 + ((legend.at(-1)?.row ?? 0) + 1) * lineHeight(LABEL)
  const points = series.flatMap((line) =>
    line.points.map((point) => ({ ...point, rulesetVersion: line.rulesetVersion })),
  )
  const isChart = points.length >= MIN_POINTS
  pen.heading(2, 'Scores by day', isChart ? CHART.height + below + 17 : 20)
  if (!isChart) {
    const said = points.map(
      ({ score, date, rulesetVersion }) => `${score} on ${formatTime(date)} (ruleset ${rulesetVersion})`,
    )
    pen.paragraph(pen.clean(said.length === 0 ? 'No earlier score is stored.' : `${said.join(', ')}.`))
    return
  }
  const top = pen.y + 4
  const x = (at: number) =>
    days === 0 ? (CHART.left + CHART.right) / 2 : CHART.left + 6 + ((CHART.right - CHART.left - 12) * at) / days
  const y = (score: number) => top + CHART.height * (1 - score / 100)
  const shapeOf = (line: HistorySeries): Shape =>
    line.own ? 'dot' : (SHAPES[series.indexOf(line) % SHAPES.length] ?? 'square')
  const draw = () => {
    drawScale(pen, y)
    drawDates(pen, series, x, top + CHART.height + 3)
    for (const line of series) drawLine(pen, line, shapeOf(line), x, y)
    drawLegend(pen, legend, shapeOf, top + CHART.height + 15)
  }
  pen.tagged('Figure', draw, undefined, {
    alt: pen.clean(describeHistory(series)),
    placement: 'Block',
    bbox: [PAGE.left, top, PAGE.right, top + CHART.height + below],
  })
  pen.y = top + CHART.height + below + 3
  const left = describeLeftOut(leftOut)
  if (left !== null) pen.paragraph(left, LABEL)
}

function drawScale(pen: Pen, y: (score: number) => number): void {
  for (const [index, level] of BANDS.entries()) {
    pen.doc.rect(CHART.right + 5, y(20 * index + 20) + 0.5, 4, CHART.height / 5 - 1).fill(PALETTE.level[level])
    pen.write(level, CHART.right + 12, y(20 * index + 10) - 5, LABEL)
  }
  for (const score of [0, 20, 40, 60, 80, 100]) {
    pen.doc.moveTo(CHART.left, y(score)).lineTo(CHART.right, y(score)).lineWidth(0.4).stroke(PALETTE.line)
    const text = String(score)
    pen.write(text, CHART.left - 5 - pen.widthOf(text, LABEL), y(score) - 5, LABEL)
  }
}

function drawDates(pen: Pen, series: HistorySeries[], x: (at: number) => number, y: number): void {
  const points = series.flatMap((line) => line.points).sort((a, b) => a.at - b.at)
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined) return
  const ends = first.at === last.at ? [first] : [first, last]
  for (const [index, { at, date }] of ends.entries()) {
    const wide = pen.widthOf(pen.clean(formatTime(date), 24), LABEL)
    const shift = ends.length === 1 ? wide / 2 : index === 0 ? 3 : wide - 3
    pen.write(pen.clean(formatTime(date), 24), x(at) - shift, y, LABEL)
  }
}

function drawLine(
  pen: Pen,
  { own, points }: HistorySeries,
  shape: Shape,
  x: (at: number) => number,
  y: (score: number) => number,
): void {
  const colour = own ? PALETTE.ink : PALETTE.muted
  for (const [index, { at, score }] of points.entries()) {
    if (index === 0) pen.doc.moveTo(x(at), y(score))
    else pen.doc.lineTo(x(at), y(score))
  }
  pen.doc.lineWidth(own ? 1.3 : 0.8)
  if (!own) pen.doc.dash(2, { space: 2 })
  pen.doc.stroke(colour)
  pen.doc.undash()
  // Marks of a long history would run into each other; its ends say enough.
  const marked = points.length <= 60 ? points : [points[0], points.at(-1)].filter((point) => point !== undefined)
  for (const { at, score } of marked) drawMark(pen, shape, x(at), y(score))
}

function drawMark(pen: Pen, shape: Shape, x: number, y: number): void {
  const { doc } = pen
  doc.lineWidth(0.9)
  if (shape === 'dot') doc.circle(x, y, 2.2).fill(PALETTE.ink)
  else {
    if (shape === 'square') doc.rect(x - 2.1, y - 2.1, 4.2, 4.2)
    else if (shape === 'triangle') doc.polygon([x, y - 2.7], [x + 2.5, y + 2], [x - 2.5, y + 2])
    else doc.polygon([x, y - 2.8], [x + 2.8, y], [x, y + 2.8], [x - 2.8, y])
    doc.fillAndStroke(PALETTE.paper, PALETTE.muted)
  }
}

function drawLegend(pen: Pen, legend: LegendEntry[], shapeOf: (line: HistorySeries) => Shape, top: number): void {
  for (const { series, text, x, row } of legend) {
    const y = top + row * lineHeight(LABEL)
    drawMark(pen, shapeOf(series), CHART.left + x + 4, y + 5)
    pen.write(text, CHART.left + x + 11, y, LABEL)
  }
}

function describeLeftOut({ undated, early, rulesets }: LeftOut): string | null {
  const why = [
    ...(rulesets > 0 ? [`${rulesets} by rulesets older than these`] : []),
    ...(early > 0 ? [`${early} from before the last 400 days`] : []),
    ...(undated > 0 ? [`${undated} without a day`] : []),
  ]
  return why.length === 0 ? null : `In the JSON report only: ${why.join(', ')}.`
}

function describeHistory(series: HistorySeries[]): string {
  return [...series]
    .reverse()
    .map(({ rulesetVersion, own, points }) => {
      const [first, last] = [points[0], points.at(-1)]
      const scores = points.map(({ score }) => score)
      const span =
        points.length === 1
          ? `${last?.score} on ${last?.date}`
          : `from ${first?.score} on ${first?.date} to ${last?.score} on ${last?.date}, lowest ${Math.min(...scores)}, highest ${Math.max(...scores)}, on ${points.length} days`
      return `Scores by ruleset ${rulesetVersion}${own ? '' : ', not comparable'}: ${span}.`
    })
    .join(' ')
}

/** One entry of the legend: its text, points from the left of the chart, and the line that it stands on, from 0. */
type LegendEntry = { series: HistorySeries; text: string; x: number; row: number }

/**
 * Places the legend of a chart, the report's own ruleset first, on as many lines as it needs.
 * @param width points that a line may take. @param widthOf of a text, in points.
 */
export function layLegend(
  series: readonly HistorySeries[],
  width: number,
  { clean, widthOf }: { clean: (text: string) => string; widthOf: (text: string) => number },
): LegendEntry[] {
  let x = 0
  let row = 0
  return [...series].reverse().map((one) => {
    const version = clean(one.rulesetVersion)
    const text = one.own ? `ruleset ${version}` : `ruleset ${version}: other rules, not comparable`
    const wide = MARK + widthOf(text)
    if (x > 0 && x + wide > width) {
      x = 0
      row++
    }
    const entry = { series: one, text, x, row }
    x += wide + GAP
    return entry
  })
}

/** Scores of one ruleset; `at` is days since the first day of the chart. */
type HistorySeries = {
  rulesetVersion: string
  own: boolean
  points: { at: number; date: string; score: number }[]
}

/** How many entries are not drawn: without a calendar day or score, from too long ago, by a ruleset too many. */
type LeftOut = { undated: number; early: number; rulesets: number }

/**
 * The history by ruleset, the report's own last so that it is drawn above; scores of two rulesets never make one line.
 * @returns also how many entries are left out, and why.
 */
export function historySeries({ history, rulesetVersion }: Pick<RiskReport, 'history' | 'rulesetVersion'>): {
  series: HistorySeries[]
  days: number
  leftOut: LeftOut
} {
  const dated = history
    .map((entry) => ({ ...entry, time: Date.parse(entry.date) }))
    .filter(({ time, score }) => Number.isFinite(time) && Number.isFinite(score))
    .sort((a, b) => a.time - b.time)
  const last = dated.at(-1)?.time ?? 0
  const recent = dated.filter(({ time }) => last - time < MAX_DAYS * DAY_MS)
  const others = [...new Set(recent.map((entry) => entry.rulesetVersion))].filter(
    (version) => version !== rulesetVersion,
  )
  const shown = [...others.slice(-MAX_RULESETS), rulesetVersion]
  const drawn = recent.filter((entry) => shown.includes(entry.rulesetVersion))
  const leftOut = {
    undated: history.length - dated.length,
    early: dated.length - recent.length,
    rulesets: recent.length - drawn.length,
  }
  const first = drawn[0]?.time ?? 0
  const series = shown
    .map((version) => ({
      rulesetVersion: version,
      own: version === rulesetVersion,
      points: drawn
        .filter((entry) => entry.rulesetVersion === version)
        .map(({ date, time, score }) => ({ at: (time - first) / DAY_MS, date, score })),
    }))
    .filter(({ points }) => points.length > 0)
  return { series, days: (last - first) / DAY_MS, leftOut }
}
