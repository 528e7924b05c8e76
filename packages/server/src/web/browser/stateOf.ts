/** Digits of a clock or a counter. A telephone number or a code has more. */
const TICKS = /(?<!\d)\d{1,4}(?!\d)/g
/** Text between tags, and sizes and places in a style, which move on with a clock. */
const TEXT = />[^<]*\d[^<]*|\b(?:width|height|transform|left|top|stroke-dash\w+):[^;"]*/g

/** Returns a document as its state is compared: numbers in its text that go on by themselves are equal. */
export function stateOf(html: unknown): unknown {
  return typeof html === 'string' ? html.replace(TEXT, (text) => text.replace(TICKS, '0')) : html
}
