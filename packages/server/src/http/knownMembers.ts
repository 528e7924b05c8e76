import { type SchemaNode, withoutNull } from './schemaNode.ts'

/** A copy of the value with only the members that the schema knows: `ignoredMembers` names the others. */
export function knownMembers(schema: SchemaNode, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const { properties, items } = withoutNull(schema)
  if (Array.isArray(value)) return value.map((element) => (items ? knownMembers(items, element) : element))
  const known = Object.entries(value).flatMap(([name, member]) => {
    const inner = properties && Object.hasOwn(properties, name) ? properties[name] : undefined
    return inner ? [[name, knownMembers(inner, member)]] : []
  })
  return Object.fromEntries(known)
}
