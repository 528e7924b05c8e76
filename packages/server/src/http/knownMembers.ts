import { alternatives, type SchemaNode } from './schemaNode.ts'

/**
 * A copy of the value with only the members that the schema knows and that have an effect. `unknownMembers` names those it does not know.
 */
export function knownMembers(schema: SchemaNode, value: unknown): unknown {
  return copy([schema], value)
}

function copy(schemas: readonly SchemaNode[], value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const possible = schemas.flatMap(alternatives)
  const items = possible.flatMap((schema) => schema.items ?? [])
  if (Array.isArray(value)) return value.map((element) => (items.length > 0 ? copy(items, element) : element))
  const known = possible.flatMap(({ properties = {} }) => Object.entries(properties))
  if (known.length === 0) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const inner = known.flatMap(([one, schema]) => (one === name ? schema : []))
      return inner.length > 0 && !inner.some((schema) => schema['x-no-effect']) ? [[name, copy(inner, member)]] : []
    }),
  )
}
