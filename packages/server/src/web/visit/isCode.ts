const JAVASCRIPT = /^\s*(?:|module|(?:text|application)\/(?:x-)?(?:java|ecma|j)script)\s*(?:;.*)?$/i

/** Whether a `script` with these attributes holds code: JSON, templates and import maps do not. */
export function isCode({ type = '' }: Record<string, string>): boolean {
  return JAVASCRIPT.test(type.slice(0, 100))
}
