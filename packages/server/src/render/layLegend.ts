import type { HistorySeries } from './historySeries.ts'

/** One entry of the legend: its text, points from the left of the chart, and the line that it stands on, from 0. */
export type LegendEntry = { series: HistorySeries; text: string; x: number; row: number }

/** Points for the mark in front of an entry, and between two. */
const MARK = 11
const GAP = 13

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
