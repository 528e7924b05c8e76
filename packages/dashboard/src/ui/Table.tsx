import type { ReactNode } from 'react'

export type Column<Row> = {
  title: string
  cell: (row: Row, index: number) => ReactNode
  /** Numbers stand right, in digits of equal width. */
  numeric?: boolean
}

type Props<Row> = {
  /** Says what the rows are, to readers of the screen. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row, index: number) => string
  toneOf?: (row: Row) => string | undefined
}

/** A table that becomes a list of cards on a phone: each cell carries the title of its column. */
export function Table<Row>({ label, columns, rows, keyOf, toneOf }: Props<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard (WCAG 2.1.1).
    <section className="table-scroll" aria-label={label} tabIndex={0}>
      <table className="table">
        <caption className="visually-hidden">{label}</caption>
        <thead>
          <tr>
            {columns.map(({ title, numeric }) => (
              <th key={title} scope="col" className={numeric ? 'numeric' : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={keyOf(row, index)} data-tone={toneOf?.(row)}>
              {columns.map(({ title, cell, numeric }) => (
                <td key={title} data-title={title} className={numeric ? 'numeric' : undefined}>
                  {/* One box: on a phone it stands beside the title of its column. */}
                  <div>{cell(row, index)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
