import { type FontName, useFonts } from './fonts.ts'
import { type Document, PAGE } from './openDocument.ts'
import { PALETTE } from './palette.ts'
import { printable } from './printable.ts'

// Where an address of the web or a name may be parted when it must be.
const BREAK_AFTER = /[/?&=.,:;_-]$/

/** How far back from the edge such a place is worth taking. */
const LOOK_BACK = 16

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Size in points. */
export type Style = { font: FontName; size: number; colour: string }
export type Tag = ReturnType<Document['struct']>
// The types of pdfkit leave out what places a figure and what a table header is the header of.
export type TagOptions = PDFKit.Mixins.StructureElementOptions & {
  scope?: 'Column' | 'Row'
  placement?: 'Block'
  bbox?: [number, number, number, number]
}

/**
 * Draws from the top of the page down and breaks pages; coordinates are points from the top left. Everything drawn is
 * either inside a tag of the structure tree or an artifact.
 */
export type Pen = {
  doc: Document
  /** Where the next block begins. */
  y: number
  /** Makes a stranger's text safe to draw. */
  clean(untrusted: string, maxLength?: number): string
  wrap(text: string, width: number, style: Style): string[]
  widthOf(text: string, style: Style): number
  /** A new page unless there is room for so many points; true when it was turned. */
  ensure(height: number): boolean
  newPage(): void
  /** Pages so far. */
  pages(): number
  /** Opens a tag; the caller ends it. */
  open(type: string, parent?: Tag, options?: TagOptions): Tag
  /** What is drawn is the content of one tag. */
  tagged(type: string, draw: () => void, parent?: Tag, options?: TagOptions): void
  /** What is drawn says nothing that the tagged text does not say. */
  artifact(draw: () => void, type?: 'Layout' | 'Pagination'): void
  /** One line, its top left given. To be called while a tag or an artifact is drawn. */
  write(line: string, x: number, y: number, style: Style): void
  heading(level: 1 | 2 | 3, text: string, keep?: number): void
  /** A paragraph over the whole width or what is left of it, parted between pages where it must be. */
  paragraph(text: string, style?: Style, options?: { x?: number; width?: number; parent?: Tag; type?: string }): void
  /** Ends the structure tree. */
  close(): void
}

const HEADINGS: Readonly<Record<1 | 2 | 3, Style & { above: number; below: number }>> = {
  1: { font: 'bold', size: 19, colour: PALETTE.ink, above: 0, below: 5 },
  2: { font: 'bold', size: 12.5, colour: PALETTE.ink, above: 15, below: 5 },
  3: { font: 'bold', size: 9, colour: PALETTE.ink, above: 8, below: 2 },
}
const BODY: Style = { font: 'sans', size: 9, colour: PALETTE.ink }
/** Longest text of a stranger, in code points. */
const LONGEST = 1_200

/** Height of a line in points. */
export const lineHeight = ({ size }: Style): number => size * 1.38

/** A pen on an empty document. */
export function createPen(doc: Document): Pen {
  const drawable = useFonts(doc)
  const root = doc.struct('Document')
  doc.addStructure(root)

  const use = ({ font, size }: Style) => doc.font(font).fontSize(size)
  const pen: Pen = {
    doc,
    y: PAGE.top,
    clean: (untrusted, maxLength = LONGEST) => printable(untrusted, maxLength, drawable),
    wrap: (text, width, style) => {
      const space = use(style).widthOfString(' ')
      // Laying letters out takes most of the time. Of a monospaced font counting is enough; of others a word is laid out with the
      // space after it, as pdfkit does when it draws, and keeps.
      if (style.font === 'mono') return wrapText(text, width, (piece) => [...piece].length * space)
      return wrapText(text, width, (piece) => doc.widthOfString(`${piece} `) - space)
    },
    widthOf: (text, style) => use(style).widthOfString(text),
    ensure: (height) => {
      if (pen.y + height <= PAGE.bottom) return false
      pen.newPage()
      return true
    },
    newPage: () => {
      doc.addPage()
      pen.y = PAGE.top
    },
    pages: () => doc.bufferedPageRange().count,
    open: (type, parent = root, options = {}) => {
      const tag = doc.struct(type, options)
      parent.add(tag)
      return tag
    },
    tagged: (type, draw, parent, options) => {
      const tag = pen.open(type, parent, options)
      tag.add(draw)
      tag.end()
    },
    artifact: (draw, type = 'Layout') => {
      doc.markContent('Artifact', { type })
      draw()
      doc.endMarkedContent()
    },
    write: (line, x, y, style) => {
      use(style).fillColor(style.colour)
      // pdfkit puts the ascender at y; half of the leading goes above it.
      doc.text(line, x, y + (lineHeight(style) - doc.currentLineHeight()) / 2, { lineBreak: false })
    },
    heading: (level, text, keep = 48) => {
      const style = HEADINGS[level]
      const lines = pen.wrap(text, PAGE.right - PAGE.left, style)
      const height = lines.length * lineHeight(style)
      if (!pen.ensure(style.above + height + style.below + keep) && pen.y > PAGE.top) pen.y += style.above
      pen.tagged(`H${level}`, () => {
        for (const [index, line] of lines.entries())
          pen.write(line, PAGE.left, pen.y + index * lineHeight(style), style)
      })
      pen.y += height + style.below
    },
    paragraph: (text, style = BODY, { x = PAGE.left, width = PAGE.right - x, parent, type = 'P' } = {}) => {
      const lines = pen.wrap(text, width, style)
      const tag = pen.open(type, parent)
      for (let from = 0; from < lines.length; ) {
        pen.ensure(lineHeight(style))
        const room = Math.max(1, Math.floor((PAGE.bottom - pen.y) / lineHeight(style)))
        const here = lines.slice(from, from + room)
        tag.add(() => {
          for (const line of here) {
            pen.write(line, x, pen.y, style)
            pen.y += lineHeight(style)
          }
        })
        from += here.length
      }
      tag.end()
    },
    close: () => {
      root.end()
    },
  }
  pen.newPage()
  return pen
}

/**
 * Lines of one-line text that each fit into a width. Nothing is left out: a word wider than the line goes on in the next.
 * @param measure width of a piece, in the unit of `width`.
 */
export function wrapText(text: string, width: number, measure: (piece: string) => number): string[] {
  const lines: string[] = []
  const space = measure(' ')
  let line = ''
  let taken = 0
  const put = (piece: string) => {
    lines.push(piece)
    line = ''
    taken = 0
  }
  for (const word of text.split(' ')) {
    const wide = measure(word)
    if (line !== '' && taken + space + wide <= width) {
      line += ` ${word}`
      taken += space + wide
      continue
    }
    if (line !== '') put(line)
    const pieces = wide <= width ? [word] : partWord(word, width, measure)
    for (const piece of pieces.slice(0, -1)) put(piece)
    line = pieces.at(-1) ?? ''
    taken = measure(line)
  }
  return line === '' && lines.length > 0 ? lines : [...lines, line]
}

function partWord(word: string, width: number, measure: (piece: string) => number): string[] {
  const letters = [...graphemes.segment(word)].map(({ segment }) => segment)
  const pieces: string[] = []
  let from = 0
  while (from < letters.length) {
    const fits = longestFit(letters, from, width, measure)
    const end = fits === letters.length ? fits : niceEnd(letters, from, fits)
    pieces.push(letters.slice(from, end).join(''))
    from = end
  }
  return pieces
}

/** End of the longest run from a letter on that fits; at least one letter. */
function longestFit(letters: string[], from: number, width: number, measure: (piece: string) => number): number {
  let fits = from + 1
  let beyond = Math.min(letters.length, from + 256) + 1
  while (beyond - fits > 1) {
    const middle = (fits + beyond) >> 1
    if (measure(letters.slice(from, middle).join('')) <= width) fits = middle
    else beyond = middle
  }
  return fits
}

function niceEnd(letters: string[], from: number, end: number): number {
  for (let at = end; at > Math.max(from + 1, end - LOOK_BACK); at--)
    if (BREAK_AFTER.test(letters[at - 1] ?? '')) return at
  return end
}
