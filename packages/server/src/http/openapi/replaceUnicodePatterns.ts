type Node = Record<string, unknown> & { pattern?: unknown }

/**
 * Moves patterns with property escapes (`\\p{C}`) to `x-pattern`: JSON Schema advises against them, and many validators and
 * generators compile patterns without Unicode. `x-expected` says the same in words.
 */
export function replaceUnicodePatterns(node: unknown): void {
  if (typeof node !== 'object' || node === null) return
  const schema = node as Node
  if (typeof schema.pattern === 'string' && schema.pattern.includes('\\p{')) {
    schema['x-pattern'] = schema.pattern
    delete schema.pattern
  }
  for (const inner of Object.values(schema)) replaceUnicodePatterns(inner)
}
