/** Characters told to a model: enough for any wallet's transaction. */
const MAX_FACTS = 16_000
const MAX_TEXT = 300
const MAX_ELEMENTS = 20

/** Facts as JSON text of bounded size: long texts and lists are cut and say so. Valid JSON whatever the facts hold. */
export function boundedFacts(facts: object): string {
  for (const scale of [1, 2, 4, 8, 16]) {
    const text = JSON.stringify(cut(facts, MAX_TEXT / scale, Math.ceil(MAX_ELEMENTS / scale)))
    if (text.length <= MAX_FACTS) return text
  }
  return JSON.stringify({ note: 'the facts are too many to be told' })
}

function cut(value: unknown, maxText: number, maxElements: number): unknown {
  if (typeof value === 'string') return value.length <= maxText ? value : `${value.slice(0, maxText)}…`
  if (Array.isArray(value)) {
    const kept = value.slice(0, maxElements).map((one) => cut(one, maxText, maxElements))
    return value.length > maxElements ? [...kept, `${value.length - maxElements} more`] : kept
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, cut(one, maxText, maxElements)]))
  }
  return typeof value === 'bigint' ? String(value) : value
}
