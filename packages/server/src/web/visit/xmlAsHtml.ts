/** Elements whose content HTML does not read as elements: closed at once in XML, they would hide the rest of a page. No step passes a `<`. */
const CLOSED_AT_ONCE =
  /<(title|textarea|style|script|iframe|noscript|noembed|noframes|xmp|plaintext|select|template)\b((?:[^<>"'/]|\/(?!>)|"[^"<]*"|'[^'<]*'){0,10000}?)\/>/gi
const PREFIX = /<(\/?)[\w.-]{1,50}:(?=[a-z])/gi
const CDATA = /<!\[CDATA\[|\]\]>/g

/** XML as text that an HTML reader understands as browsers understand the XML: without prefixes, and with every element closed. */
export function xmlAsHtml(xml: string): string {
  return xml.replace(CDATA, '').replace(PREFIX, '<$1').replace(CLOSED_AT_ONCE, '<$1$2></$1>')
}
