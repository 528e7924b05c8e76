import { type SchemaNode, withoutNull } from './schemaNode.ts'

const MOST_NAMED = 50
const LONGEST_NAME = 100

/**
 * Paths of the members that the schema does not know, such as `options.speed` or `accessList[0].note`, so that a typo
 * does not pass for an option. At most 50 are named.
 */
export function ignoredMembers(schema: SchemaNode, value: unknown): string[] {
  const found: string[] = []
  collect(schema, value, '', found)
  return found
}

function collect(schema: SchemaNode, value: unknown, path: string, found: string[]): void {
  if (typeof value !== 'object' || value === null || found.length >= MOST_NAMED) return
  const { properties, items, additionalProperties } = withoutNull(schema)
  if (Array.isArray(value)) {
    if (items) for (const [index, element] of value.entries()) collect(items, element, `${path}[${index}]`, found)
    return
  }
  if (!properties || additionalProperties) return
  for (const [name, member] of Object.entries(value)) {
    const inner = path === '' ? name : `${path}.${name}`
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (known) collect(known, member, inner, found)
    else if (found.length < MOST_NAMED) found.push(inner.slice(0, LONGEST_NAME))
  }
}
