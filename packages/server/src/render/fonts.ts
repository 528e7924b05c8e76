import { fileURLToPath } from 'node:url'
import type PDFDocument from 'pdfkit'

/** `mono` is for what is compared letter by letter: addresses, hashes, amounts. */
export type FontName = 'sans' | 'bold' | 'mono'

const FILES: Readonly<Record<FontName, string>> = {
  sans: 'DejaVuSansCondensed.ttf',
  bold: 'DejaVuSansCondensed-Bold.ttf',
  mono: 'DejaVuSansMono.ttf',
}

// The types of pdfkit leave out the font that it has open, and that it takes such a font for another document.
type OpenFont = PDFKit.Mixins.PDFFontSource & { hasGlyphForCodePoint(codePoint: number): boolean }
type FontUser = { _font: { font: OpenFont } }

/** Parsed once a thread; which glyphs are drawn is kept by each document. */
const opened = new Map<FontName, OpenFont>()

/**
 * Gives a document its fonts, embedded with only the glyphs that are drawn.
 * @returns whether all of them have a picture of a code point.
 */
export function useFonts(doc: InstanceType<typeof PDFDocument>): (codePoint: number) => boolean {
  const fonts = (Object.keys(FILES) as FontName[]).map((name) => {
    doc.registerFont(
      name,
      opened.get(name) ?? fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${FILES[name]}`)),
    )
    const { font } = (doc.font(name) as unknown as FontUser)._font
    opened.set(name, font)
    return font
  })
  const known = new Map<number, boolean>()
  return (codePoint) => {
    let drawable = known.get(codePoint)
    if (drawable === undefined) {
      drawable = fonts.every((font) => font.hasGlyphForCodePoint(codePoint))
      known.set(codePoint, drawable)
    }
    return drawable
  }
}
