/** Attributes of an element; names in lower case. */
export type Attributes = Record<string, string>

const NO_SPACE =
  /(?:^|;)(?:display:none|visibility:hidden|opacity:0(?:\.0\d*)?(?:;|$)|(?:max-)?(?:width|height):[012](?:px)?(?:;|$)|(?:left|top|right):-\d{3,})/

const TINY = /^\s*[012]\s*(?:px)?\s*$/
/** Longer text is cut first: a pattern that may begin at any of a million spaces would take hours. */
const LONGEST_SIZE = 40

/** Whether an element is there without being seen, as far as its own attributes say. */
export function isHidden(attributes: Attributes): boolean {
  const style = (attributes.style ?? '').slice(0, 2_000).toLowerCase().replace(/\s+/g, '')
  const tiny = (size: string | undefined) => size !== undefined && TINY.test(size.slice(0, LONGEST_SIZE))
  return attributes.hidden !== undefined || tiny(attributes.width) || tiny(attributes.height) || NO_SPACE.test(style)
}

const NAMES_ITSELF =
  /^(?:og:site_name|og:title|twitter:title|application-name|apple-mobile-web-app-title|al:web:name)$/i

/** Whether a meta element is where a page says what it is called. */
export function namesItself({ name, property }: Attributes): boolean {
  return NAMES_ITSELF.test(property ?? name ?? '')
}
