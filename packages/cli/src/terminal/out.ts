import { styleText } from 'node:util'
import { showHidden, showHiddenInJson } from '@redoubt/client/text'
import type { Output, Terminal } from './terminal.ts'

type Format = Parameters<typeof styleText>[0]

/** Text with a style. It is cleaned like any other: only the style itself may hold control characters. */
export type Painted = { readonly format: Format; readonly text: string }
export type Piece = string | Painted

export const paint = (format: Format, text: string): Painted => ({ format, text })

/** What a command says: its answer on stdout, notes on stderr. */
export type Out = {
  /** stdout is a terminal, where people read. */
  readonly forPeople: boolean
  readonly wantsJson: boolean
  readonly quiet: boolean
  /** A line of the answer. */
  line(...pieces: Piece[]): void
  /** Rows of the answer: aligned columns on a terminal, under headings if any, else fields between tabs. */
  table(headings: readonly string[], rows: readonly (readonly Piece[])[]): void
  /** The answer as JSON; `compact` on one line. */
  json(value: unknown, compact?: 'compact'): void
  /** The answer as it is, such as a PDF. */
  bytes(body: Uint8Array): void
  /** Something beside the answer, unless --quiet. */
  note(...pieces: Piece[]): void
}

export function createOut({ stdout, stderr, env }: Terminal, given: { json?: boolean; quiet?: boolean }): Out {
  const forPeople = stdout.isTTY === true
  const paintsOut = wantsColor(stdout, env)
  const paintsNotes = wantsColor(stderr, env)
  const quiet = given.quiet === true
  const write = (...pieces: Piece[]) => void stdout.write(`${show(pieces, paintsOut)}\n`)
  return {
    forPeople,
    wantsJson: given.json === true,
    quiet,
    line: write,
    table(headings, rows) {
      if (!forPeople) {
        for (const row of rows) stdout.write(`${row.map((cell) => show([cell], false)).join('\t')}\n`)
        return
      }
      const all = headings.length === 0 ? rows : [headings.map((heading) => paint('dim', heading)), ...rows]
      const columns = Math.max(0, ...all.map((row) => row.length))
      const widths = Array.from({ length: columns }, (_, column) =>
        Math.max(...all.map((row) => show([row[column] ?? ''], false).length)),
      )
      for (const row of all) {
        const cells = row.map((cell, column) => {
          const last = column === row.length - 1
          const gap = ' '.repeat(last ? 0 : (widths[column] ?? 0) - show([cell], false).length)
          return show([cell], paintsOut) + gap
        })
        stdout.write(`${cells.join('  ').trimEnd()}\n`)
      }
    },
    json: (value, compact) => void stdout.write(`${showHiddenInJson(value, compact === undefined ? 2 : 0)}\n`),
    bytes: (body) => void stdout.write(body),
    note(...pieces) {
      if (!quiet) stderr.write(`${show(pieces, paintsNotes)}\n`)
    },
  }
}

function show(pieces: readonly Piece[], paints: boolean): string {
  return pieces
    .map((piece) => {
      if (typeof piece === 'string') return showHidden(piece)
      const text = showHidden(piece.text)
      return paints && text !== '' ? styleText(piece.format, text, { validateStream: false }) : text
    })
    .join('')
}

/** https://no-color.org; FORCE_COLOR wins, as in Node. */
export function wantsColor({ isTTY }: Output, { NO_COLOR, FORCE_COLOR, TERM }: Terminal['env']): boolean {
  if (FORCE_COLOR) return FORCE_COLOR !== '0'
  return isTTY === true && !NO_COLOR && TERM !== 'dumb'
}
