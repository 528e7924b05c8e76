// What code uses that makes a page instead of leaving it, whichever way the method is reached.
const BUILDS =
  /\b(?:write(?:ln)?|(?:inner|outer|insertAdjacent|set)HTML(?:Unsafe)?|createElement(?:NS)?|createContextualFragment|DOMParser|appendChild|append|prepend|replaceChildren|replaceWith|srcdoc|attachShadow|createObjectURL|fetch|XMLHttpRequest|import)\b/
const DECODES =
  /\b(?:atob|eval|Function|unescape|decodeURI(?:Component)?|fromCharCode|TextDecoder)\b|\\x[\da-f]|\\u[\da-f{]/i
/** A name of a member that is put together: `document["wri" + "te"]`. */
const HIDDEN_MEMBER = /\[\s{0,5}["'`][^"'`]{0,40}["'`]\s{0,5}\+|["'`]\s{0,5}\.\s{0,5}concat\b/
// `x = x || []` is how analytics begin, and decides nothing.
const DECIDES = /\b(?:if|switch|while|for)\s{0,5}\(|\bcatch\b|&&|\|\|(?!\s{0,3}[[{])|\?(?!\.)/
const STRINGS = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/g
const COMMENTS = /\/\/[^\n]*|\/\*[\s\S]{0,2000}?\*\//g
const MAX_CODE = 4_000

/**
 * Whether code does nothing but go somewhere else: it builds no page, decodes nothing and decides nothing. Code that decides may lead
 * readers of code to an honest page and people to another.
 * @param code without the addresses that it goes to, however they are spelled.
 * @param mayDecide for code that comes back to the same page: it asks whether its cookie is there.
 */
export function onlyLeadsOn(code: string, mayDecide = false): boolean {
  if (code.length > MAX_CODE || BUILDS.test(code) || DECODES.test(code) || HIDDEN_MEMBER.test(code)) return false
  return mayDecide || !DECIDES.test(code.replace(STRINGS, '""').replace(COMMENTS, ''))
}
