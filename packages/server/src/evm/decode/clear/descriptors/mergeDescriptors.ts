/** A JSON object of a descriptor. */
export type Json = Readonly<Record<string, unknown>>

/** Tells JSON objects from lists and plain values. */
export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Merges a descriptor over its include (ERC-7730, «Organizing files»). Its own members win; fields merge by path. */
export function mergeDescriptors(included: Json, own: Json): Json {
  const merged: Record<string, unknown> = { ...included }
  for (const [name, value] of Object.entries(own)) {
    const before = Object.hasOwn(included, name) ? included[name] : undefined
    if (name === 'fields' && Array.isArray(value) && Array.isArray(before)) merged[name] = mergeFields(before, value)
    else merged[name] = isObject(value) && isObject(before) ? mergeDescriptors(before, value) : value
  }
  return merged
}

function mergeFields(included: readonly unknown[], own: readonly unknown[]): unknown[] {
  const pathOf = (field: unknown) => (isObject(field) && typeof field.path === 'string' ? field.path : null)
  const overrides = new Map(own.flatMap((field) => (pathOf(field) === null ? [] : [[pathOf(field), field as Json]])))
  const merged = included.map((field) => {
    const override = overrides.get(pathOf(field))
    if (override === undefined) return field
    overrides.delete(pathOf(field))
    return mergeDescriptors(field as Json, override)
  })
  return [...merged, ...own.filter((field) => pathOf(field) === null || overrides.has(pathOf(field)))]
}
