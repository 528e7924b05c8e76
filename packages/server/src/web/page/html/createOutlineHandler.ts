import type { Handler } from 'htmlparser2'
import { isCode } from '../../visit/contentOf.ts'
import { emptyOutline, type Outline } from './outline.ts'
import { createQuietWatch } from './quietElements.ts'

const NO_SPACE =
  /(?:^|;)(?:display:none|visibility:hidden|opacity:0(?:\.0\d*)?(?:;|$)|(?:max-)?(?:width|height):[012](?:px)?(?:;|$)|(?:left|top|right):-\d{3,})/

const OUT_OF_SIGHT =
  /(?:^|;)(?:opacity:0(?:\.0\d*)?(?:;|$)|(?:left|top|right|text-indent|margin-left):-\d{3,}|font-size:[01](?:px)?(?:;|$)|clip-path:inset\((?:50|100)%)/

const TINY = /^\s*[012]\s*(?:px)?\s*$/

/** Longer text is cut first: a pattern that may begin at any of a million spaces would take hours. */
const LONGEST_SIZE = 40
/** Characters of a style that are looked at. */
const MAX_STYLE = 2_000

const NAMES_ITSELF =
  /^(?:og:site_name|og:title|twitter:title|application-name|apple-mobile-web-app-title|al:web:name)$/i

const MAX_TEXT = 200_000
const MAX_CODE = 2_097_152
const MAX_OF_A_KIND = 2_000
const MAX_FIELDS = 300
const MAX_BEFORE = 160
/** One letter and the spaces around it. */
const LONGEST_LETTER = 20
/** Their ends do not part words: a phrase may be spelled across them. */
const INLINE = new Set([
  'a',
  'abbr',
  'b',
  'big',
  'em',
  'font',
  'i',
  'mark',
  'small',
  'span',
  'strong',
  'sub',
  'sup',
  'u',
  'wbr',
])
/** Texts that are not seen: number, letters of one, and fewest letters that are kept. */
const MAX_HIDDEN = 50
const MAX_HIDDEN_TEXT = 2_000
const FEWEST_HIDDEN = 12
const HEADINGS = new Set(['h1', 'h2', 'h3'])
const SHAPES = new Set(['path', 'rect', 'polygon', 'use'])
/** A QR code has 441 cells at least, half of them dark. One shape of a drawing may hold them all: a cell takes some eight characters. */
const MIN_CELLS = 200
const CELL_CHARACTERS = 8
/** Smallest side of a code that a phone reads from a screen, in pixels. */
const MIN_SIDE = 90
/** Pictures by their elements; a style can show one too, and a box that it lays over the page may be drawn as anything. */
const PICTURES = new Set(['svg', 'img', 'picture', 'canvas', 'video', 'image'])
const STYLED_PICTURE = /\burl\s?\(/i
const LAID_OVER = /\bposition\s?:\s?(?:fixed|absolute)/i
const CARRIED_SVG = /^\s*data:image\/svg\+xml|url\s?\(\s?["']?data:image\/svg\+xml/i
/** A smaller picture holds no sentence, in pixels. */
const MIN_WORDED_WIDTH = 120
const MIN_WORDED_HEIGHT = 24
const UNREAD_TEXT = new Set(['style', 'noscript', 'template'])

/** Fills an outline from the events of a parser; complete after `onend`. */
export function createOutlineHandler(): Partial<Handler> & { outline: Outline } {
  const outline = emptyOutline()
  const quiet = createQuietWatch()
  const text: string[] = []
  let tail = ''
  let letters = 0
  let code = 0
  let unread = 0
  let form: number | null = null
  let heading: string[] | null = null
  let linked: string | null = null
  let inTitle = false
  let inStyle = false
  let styles = 0
  let script: { src: string | null; parts: string[]; runs: boolean } | null = null

  /** Elements that are open since one that is not seen. */
  let unseen = 0
  let concealed: string[] = []
  const conceal = (part: string) => {
    const said = part.replace(/\s+/g, ' ').trim().slice(0, MAX_HIDDEN_TEXT)
    if (said.length >= FEWEST_HIDDEN && outline.hiddenTexts.length < MAX_HIDDEN) outline.hiddenTexts.push(said)
  }

  let cells = 0
  const drawn = (tag: string, { d = '', style = '', width = '', height = '', src = '' }: Attributes) => {
    if (outline.mayHoldCode) return
    if (SHAPES.has(tag)) cells += 1 + Math.floor(d.length / CELL_CHARACTERS)
    else if (/background/i.test(style.slice(0, 200))) cells++
    const isOwn = tag === 'canvas' || (tag === 'img' && /^\s*data:image\/(?!svg)/i.test(src.slice(0, 60)))
    const side = Number.parseInt(width.slice(0, LONGEST_SIZE), 10)
    const isSquare = side >= MIN_SIDE && side === Number.parseInt(height.slice(0, LONGEST_SIZE), 10)
    outline.mayHoldCode = cells >= MIN_CELLS || (isOwn && isSquare)
  }
  const pictured = (tag: string, attributes: Attributes) => {
    const { src = '', style = '', width = '', height = '', rel = '', type = '' } = attributes
    const look = style.slice(0, MAX_STYLE)
    const isIcon = tag === 'link' && /\b(?:icon|stylesheet)\b/i.test(rel)
    const isStyled = STYLED_PICTURE.test(look)
    if (LAID_OVER.test(look)) outline.pictures.any++
    if (!PICTURES.has(tag) && !isIcon && !isStyled && !(tag === 'input' && /^image$/i.test(type))) return
    outline.pictures.any++
    const isDrawing = tag === 'svg' || tag === 'picture' || (isIcon && !isStyled)
    const side = (size: string) => Number.parseInt(size.slice(0, LONGEST_SIZE), 10)
    const isSmall = side(width) < MIN_WORDED_WIDTH || side(height) < MIN_WORDED_HEIGHT
    if (!isDrawing && !isSmall && !CARRIED_SVG.test(isStyled ? look : src.slice(0, 60))) outline.pictures.worded++
  }
  const cut = (what: string) => void (outline.cut.includes(what) || outline.cut.push(what))
  const add = <T>(list: T[], item: T, what: string) => (list.length < MAX_OF_A_KIND ? void list.push(item) : cut(what))
  const say = (part: string) => {
    tail = (tail + part.slice(-MAX_BEFORE)).slice(-MAX_BEFORE)
    if (letters >= MAX_TEXT) return cut('text')
    letters += part.length
    text.push(part)
  }
  const addCode = (list: string[], item: string) => {
    code += item.length
    if (code > MAX_CODE) cut('inline code')
    else add(list, item, 'handlers')
  }

  const field = (tag: string, attributes: Attributes) => {
    const { name = '', id = '', autocomplete = '', class: classes = '', placeholder = '', title = '' } = attributes
    const names = [name, id, autocomplete, classes].join(' ').slice(0, 300)
    const label = [placeholder, attributes['aria-label'] ?? '', title].join(' ').trim().slice(0, 300)
    const type = (attributes.type ?? 'text').trim().toLowerCase()
    if (outline.fields.length >= MAX_FIELDS) return cut('fields')
    outline.fields.push({ form, tag, type, names, label, before: tail.replace(/\s+/g, ' ').trim() })
  }
  const meta = (attributes: Attributes) => {
    const content = (attributes.content ?? '').slice(0, 500)
    if (/^description$/i.test(attributes.name ?? '')) outline.description ||= content
    if (isSiteNameMeta(attributes)) add(outline.metas, content, 'meta elements')
  }
  const frame = (attributes: Attributes) => {
    const { src = '', srcdoc } = attributes
    if (srcdoc !== undefined) add(outline.documents, srcdoc, 'frames')
    else if (/^\s*data:/i.test(src)) add(outline.documents, src, 'frames')
    if (srcdoc === undefined) add(outline.frames, { src, hidden: isHidden(attributes) }, 'frames')
  }
  const link = ({ rel = '', href }: Attributes) => {
    if (href === undefined) return
    if (/\bicon\b/i.test(rel)) add(outline.icons, href, 'icons')
    else if (/\bstylesheet\b/i.test(rel)) add(outline.assets, href, 'style sheets')
  }
  const image = (attributes: Attributes) => {
    const { src = '', alt = '', class: classes = '', id = '' } = attributes
    if (src !== '') add(outline.assets, src, 'pictures')
    const address = src.startsWith('data:') ? '' : src.slice(0, 300)
    if (/logo|brand/i.test(`${address} ${alt} ${classes} ${id}`)) add(outline.logos, `${alt} ${address}`, 'logos')
  }

  const open = new Map<string, (attributes: Attributes) => void>(
    Object.entries({
      html: ({ lang = '' }) => {
        outline.language ||= lang
      },
      base: ({ href }) => {
        outline.base ??= href ?? null
      },
      title: () => {
        inTitle = outline.title === ''
      },
      meta,
      link,
      img: image,
      iframe: frame,
      frame,
      embed: frame,
      object: ({ data = '', ...rest }) => frame({ ...rest, src: data }),
      form: ({ action }) => {
        add(outline.forms, { action: action ?? null }, 'forms')
        form = outline.forms.length - 1
      },
      input: (attributes) => field('input', attributes),
      textarea: (attributes) => field('textarea', attributes),
      a: ({ 'xlink:href': drawn, href: plain = drawn, download }) => {
        if (plain === undefined) return
        const href = asRead(plain)
        linked = ''
        add(outline.links, { href, download: download !== undefined }, 'links')
        if (/^javascript:/i.test(href)) addCode(outline.handlers, href.slice(href.indexOf(':') + 1))
      },
      script: (attributes) => {
        const runs = isCode(attributes)
        script = { src: attributes.src ?? null, parts: [], runs }
      },
    }),
  )

  return {
    outline,
    onopentag(name: string, attributes: Attributes) {
      if (!INLINE.has(name)) say(' ')
      if (UNREAD_TEXT.has(name)) unread++
      if (HEADINGS.has(name)) heading = []
      open.get(name)?.(attributes)
      if (unseen > 0 || isOutOfSight(attributes)) unseen++
      drawn(name, attributes)
      pictured(name, attributes)
      quiet.open(name, attributes)
      if (name === 'style') {
        inStyle = true
        outline.isStyled = true
      }
      if (attributes.contenteditable !== undefined && attributes.contenteditable !== 'false')
        field('editable', attributes)
      for (const attribute in attributes) {
        if (attribute.startsWith('on')) addCode(outline.handlers, `${attribute}=${attributes[attribute] ?? ''}`)
      }
    },
    ontext(part: string) {
      quiet.text(part)
      if (script !== null) script.parts.push(part)
      else if (inTitle) outline.title = (outline.title + part).slice(0, 1_000)
      else if (inStyle) styles += STYLED_PICTURE.test(part) || LAID_OVER.test(part) ? 1 : 0
      else if (unread === 0) {
        say(part)
        if (linked !== null) linked = (linked + part).slice(0, LONGEST_LETTER)
        if (unseen > 0) concealed.push(part)
        heading?.push(part)
      }
    },
    onclosetag(name: string) {
      quiet.close(name)
      if (!INLINE.has(name)) say(' ')
      if (UNREAD_TEXT.has(name)) unread = Math.max(0, unread - 1)
      if (unseen > 0 && --unseen === 0) {
        conceal(concealed.join(''))
        concealed = []
      }
      if (name === 'a' && linked !== null) {
        if (/^\s*\p{L}\s*$/u.test(linked)) outline.letterLinks++
        linked = null
      }
      if (name === 'title') inTitle = false
      if (name === 'style') inStyle = false
      if (name === 'form') form = null
      if (HEADINGS.has(name) && heading !== null) {
        add(outline.headings, heading.join('').replace(/\s+/g, ' ').trim().slice(0, 300), 'headings')
        heading = null
      }
      if (name === 'script' && script !== null) {
        const { src, parts, runs } = script
        script = null
        const inline = parts.join('')
        code += inline.length
        if (code > MAX_CODE) cut('inline code')
        else if (runs) add(outline.scripts, { src, code: inline }, 'scripts')
      }
    },
    onend() {
      outline.pictures.any += styles
      outline.mayLoad = !quiet.isQuiet()
      outline.text = text.join('').replace(/\s+/g, ' ').trim()
    },
  }
}

/** Attributes of an element; names in lower case. */
type Attributes = Record<string, string>

/** Whether an element is there without being seen, as far as its own attributes say. */
export function isHidden(attributes: Attributes): boolean {
  const style = (attributes.style ?? '').slice(0, 2_000).toLowerCase().replace(/\s+/g, '')
  const tiny = (size: string | undefined) => size !== undefined && TINY.test(size.slice(0, LONGEST_SIZE))
  return attributes.hidden !== undefined || tiny(attributes.width) || tiny(attributes.height) || NO_SPACE.test(style)
}

/** Whether an element is drawn where no person sees it. What is not drawn is no such: a tab is shown when it is chosen. */
function isOutOfSight({ style = '' }: Attributes): boolean {
  return OUT_OF_SIGHT.test(style.slice(0, MAX_STYLE).toLowerCase().replace(/\s+/g, ''))
}

/** Whether a meta element is where a page says what it is called. */
export function isSiteNameMeta({ name, property }: Attributes): boolean {
  return NAMES_ITSELF.test(property ?? name ?? '')
}

/** An address as browsers read it: without signs of control and spaces around it, and tabs and breaks in it. */
function asRead(href: string): string {
  return href.replace(/^[\0-\x20]+|[\t\n\r]+/g, '')
}
