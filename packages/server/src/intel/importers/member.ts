/** The first of the named members that an object has itself, or undefined; nothing is ever inherited. */
export function member(value: unknown, ...names: readonly string[]): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  const name = names.find((candidate) => Object.hasOwn(value, candidate))
  return name === undefined ? undefined : (value as Record<string, unknown>)[name]
}
