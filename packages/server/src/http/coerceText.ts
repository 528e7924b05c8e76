import type { SchemaNode } from './schemaNode.ts'

/**
 * Reads the text of a query or a path as the integers and booleans its schema asks for. What cannot be read that way
 * is left as it is, for the schema to refuse.
 */
export function coerceText(schema: SchemaNode, given: unknown): unknown {
  if (typeof given !== 'object' || given === null) return given
  const members = Object.entries(given)
  if (members.length === 0) return given
  return Object.fromEntries(members.map(([name, text]) => [name, read(schema.properties?.[name], text)]))
}

function read(schema: SchemaNode | undefined, text: unknown): unknown {
  if (typeof text !== 'string') return text
  if (schema?.type === 'integer' && /^-?\d{1,15}$/.test(text)) return Number(text)
  if (schema?.type === 'boolean' && (text === 'true' || text === '1')) return true
  if (schema?.type === 'boolean' && (text === 'false' || text === '0')) return false
  return text
}
