import 'uplot/dist/uPlot.min.css'
import type { api } from '@redoubt/client'
import { useEffect, useRef } from 'react'
import uPlot from 'uplot'

const HEIGHT = 220

const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

function dayText(seconds: number): string {
  return dayFormat.format(new Date(seconds * 1000))
}

/** Score by day, 0 to 100; the table of values is for those who cannot see it. */
export default function HistoryChart({ history }: { history: api.RiskReport['history'] }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = place.current
    if (element === null) return
    const colors = getComputedStyle(document.documentElement)
    const color = (name: string) => colors.getPropertyValue(name).trim()
    const axis = { stroke: color('--muted'), grid: { stroke: color('--line'), width: 1 }, ticks: { show: false } }
    const last = history.length - 1
    const chart = new uPlot(
      {
        width: element.clientWidth,
        height: HEIGHT,
        cursor: { y: false },
        // Days are of UTC.
        tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
        legend: { show: true },
        hooks: { setCursor: [(drawn) => void (drawn.cursor.idx ?? drawn.setLegend({ idx: last }))] },
        scales: { y: { range: [0, 100] } },
        axes: [{ ...axis, values: (_chart, splits) => splits.map(dayText) }, axis],
        series: [
          { label: 'Day', value: '{YYYY}-{MM}-{DD}' },
          { label: 'Risk of 100', stroke: color('--accent'), width: 2, points: { show: history.length < 40, size: 6 } },
        ],
      },
      [history.map(({ date }) => Date.parse(date) / 1000), history.map(({ score }) => score)],
      element,
    )
    chart.setLegend({ idx: last })
    const observer = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: HEIGHT }))
    observer.observe(element)
    return () => {
      observer.disconnect()
      chart.destroy()
    }
  }, [history])
  return (
    <>
      <div ref={place} className="chart" aria-hidden="true" />
      <table className="visually-hidden">
        <caption>Score by day</caption>
        <tbody>
          {history.map(({ date, score, riskLevel }) => (
            <tr key={date}>
              <th scope="row">{date}</th>
              <td>
                {score} of 100, {riskLevel}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
