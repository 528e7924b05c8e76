/** Something that takes input: `input`, `textarea` or what is `contenteditable`. */
export type Field = {
  /** Index of its form; null outside forms. */
  form: number | null
  tag: string
  /** Lower case; `text` where none is given. */
  type: string
  /** Name, id, autocomplete and class, together. */
  names: string
  /** What a person reads in it or is told of it: placeholder, aria-label, title. */
  label: string
  /** The end of the text before it. */
  before: string
}

/** What stands on a page, in order, without judgement. Texts are as the page wrote them: cleaned where they are shown. */
export type Outline = {
  title: string
  description: string
  language: string
  base: string | null
  /** Names that the page gives itself in meta elements. */
  metas: string[]
  headings: string[]
  /** Texts and addresses of images that say they are a logo. */
  logos: string[]
  text: string
  /** Longer texts that are drawn where no person sees them, as far as the styles of their elements say; they are part of `text` too. */
  hiddenTexts: string[]
  forms: { action: string | null }[]
  fields: Field[]
  frames: { src: string; hidden: boolean }[]
  /** Documents inside the page: `srcdoc` and `data:` frames. */
  documents: string[]
  /** `src` null: inline. */
  scripts: { src: string | null; code: string }[]
  /** Event handlers and `javascript:` addresses. */
  handlers: string[]
  links: { href: string; download: boolean }[]
  /** Links whose text is one letter, as those of an index are. */
  letterLinks: number
  icons: string[]
  /** Pictures and style sheets. */
  assets: string[]
  /** Something is drawn that may be a QR code: a square picture in the page itself, a canvas, many small shapes or cells. */
  mayHoldCode: boolean
  /** Pictures of any kind that it shows, style sheets and its icon among them; `worded`: large enough for words, and not SVG that it carries. */
  pictures: { any: number; worded: number }
  /** It has style sheets of its own. */
  isStyled: boolean
  /** Something in it may load, lead or run otherwise than the lists here say, or when its looks change. */
  mayLoad: boolean
  /** Lists that were cut off, in words. */
  cut: string[]
}

export function emptyOutline(): Outline {
  return {
    title: '',
    description: '',
    language: '',
    base: null,
    metas: [],
    headings: [],
    logos: [],
    text: '',
    hiddenTexts: [],
    forms: [],
    fields: [],
    frames: [],
    documents: [],
    scripts: [],
    handlers: [],
    links: [],
    letterLinks: 0,
    icons: [],
    assets: [],
    mayHoldCode: false,
    pictures: { any: 0, worded: 0 },
    isStyled: false,
    mayLoad: false,
    cut: [],
  }
}

const MAX = 262_144

/** The text of a `data:` URL (RFC 2397), as Latin-1 or percent-decoded UTF-8; null for other addresses. */
export function dataText(address: string): string | null {
  const match = /^\s*data:[^,]{0,200},/i.exec(address.slice(0, 300))
  if (!match) return null
  const data = address.slice(match[0].length, match[0].length + MAX)
  if (/;\s*base64\s*,$/i.test(match[0])) return Buffer.from(data, 'base64').toString('utf8')
  return data.replace(/(?:%[\da-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'))
}
