/** Longest text that is indexed, in bytes of UTF-8: PostgreSQL's B-tree takes no entry over 2,704. */
const LONGEST_KEY = 2048

/** Text as every engine keeps it: PostgreSQL refuses NUL and broken UTF-16, and one bad name must not fail a whole list. */
export function storableText<Text extends string | null>(text: Text): Text {
  return (text === null ? null : text.replaceAll('\0', '').toWellFormed()) as Text
}

/** Whether every engine can key by this text as it is. What is no key cannot be mended: it would name something else. */
export function isStorableKey(text: string): boolean {
  return (
    text.length <= LONGEST_KEY && !text.includes('\0') && text.isWellFormed() && Buffer.byteLength(text) <= LONGEST_KEY
  )
}
