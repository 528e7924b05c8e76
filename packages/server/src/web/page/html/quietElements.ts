import { isCode } from '../../visit/contentOf.ts'

const set = (words: string) => new Set(words.split(' '))

/** Elements that show what they hold, and load nothing by themselves. Elements that a page defines have a hyphen. */
const QUIET = set(
  'html head body title div span p ul ol li dl dt dd h1 h2 h3 h4 h5 h6 main section article header footer nav aside hgroup label input textarea button output pre code kbd samp var table caption colgroup col tr td th tbody thead tfoot small strong em b i u s mark br hr wbr select option optgroup datalist fieldset legend dialog details summary figure figcaption blockquote q cite abbr time address sub sup progress meter bdi bdo ruby rt rp center font ins del dfn data search',
)
const SHAPES = set('svg g path rect circle ellipse line polyline polygon')
/** Attributes that load, lead, run or make another element of one. `src` and `href` are looked at by element. */
const LOUD = set(
  'srcset sizes imagesrcset loading background srcdoc ping formaction action is poster dynsrc lowsrc longdesc usemap ismap data xlink:href manifest codebase archive profile form attributionsrc shadowrootmode http-equiv',
)
const OF_SCRIPTS = set('src type async defer nonce integrity crossorigin nomodule referrerpolicy fetchpriority')
const OF_STYLES = set('type nonce')
const RELS = set('icon shortcut apple-touch-icon mask-icon canonical author license manifest')
/** Says how the document is read, and what it may load; none leads away. */
const STATED = /^(?:content-type|content-security-policy|x-ua-compatible)$/i
const DATA = /^\s*application\/(?:ld\+)?json\s*$/i
/** What loads in a style, or what may be written so that it is not seen. */
const LOADS = /url|src|@import|@font|@namespace|image(?:-set)?\s*\(|cross-fade|attr\s*\(|\\/i
/** Another address, and markup that another reader may take for elements. */
const MARKED = /url\s*\(|[\\<]/i
/** Letters that the end of one part of a style sheet and the beginning of the next are looked at together. */
const SEAM = 40

type Attributes = Readonly<Record<string, string>>

/**
 * Follows a document, and says whether it is quiet: it holds nothing that loads or leads when code changes its looks, no script or style
 * that code could fill or find, and nothing that a browser reads in another way. What is not known is not quiet.
 */
export function createQuietWatch() {
  let isQuiet = true
  let drawings = 0
  let holds: 'script' | 'style' | null = null
  let hasCode = false
  let seam = ''
  const refuse = (isLoud: boolean) => {
    if (isLoud) isQuiet = false
  }
  return {
    open(name: string, attributes: Attributes) {
      if (!isQuiet) return
      if (name === 'svg') drawings++
      refuse(drawings > 0 && !SHAPES.has(name))
      refuse(!isQuietElement(name, attributes))
      if (name === 'script' || name === 'style') {
        holds = name
        hasCode = 'src' in attributes
        seam = ''
      }
    },
    text(part: string) {
      if (!isQuiet || holds === null) return
      hasCode ||= part.trim() !== ''
      if (holds !== 'style') return
      refuse(LOADS.test(seam + part))
      seam = (seam + part.slice(-SEAM)).slice(-SEAM)
    },
    close(name: string) {
      if (name === 'svg') drawings--
      if (name !== holds) return
      refuse(holds === 'script' && !hasCode)
      holds = null
    },
    isQuiet: () => isQuiet && drawings === 0 && holds === null,
  }
}

function isQuietElement(name: string, attributes: Attributes): boolean {
  const names = Object.keys(attributes)
  switch (name) {
    case 'script':
      return names.every((one) => OF_SCRIPTS.has(one)) && (isCode(attributes) || isData(attributes))
    case 'style':
      return names.every((one) => OF_STYLES.has(one))
    case 'meta':
      return attributes['http-equiv'] === undefined || STATED.test(attributes['http-equiv'].trim())
    case 'link':
      return (
        (attributes.rel ?? '')
          .toLowerCase()
          .trim()
          .split(/\s+/)
          .every((rel) => RELS.has(rel)) && !isLoud(names)
      )
  }
  const isKnown = QUIET.has(name) || SHAPES.has(name) || name === 'img' || name === 'a' || name.includes('-')
  if (!isKnown || isLoud(names) || Object.values(attributes).some((value) => MARKED.test(value))) return false
  if (attributes.src !== undefined && name !== 'img') return false
  if (attributes.href !== undefined && name !== 'a') return false
  return attributes.style === undefined || !LOADS.test(attributes.style)
}

/** Without an address, so that it never becomes code. */
function isData({ type = '', src }: Attributes): boolean {
  return src === undefined && DATA.test(type.slice(0, 100))
}

function isLoud(names: readonly string[]): boolean {
  return names.some((name) => LOUD.has(name))
}
