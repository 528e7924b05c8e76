import { alternatives, type SchemaNode } from './schemaNode.ts'

/** Where so many were found there may be more, anywhere. */
export const MAX_FOUND = 50
const MAX_NAME_LENGTH = 60
const MAX_PATH_LENGTH = 100

/** `path` such as `options.speed` or `accessList[0].note`, fit to be shown; `name` its last step; `known` what the schema of the object has. */
export type UnknownMember = { path: string; name: string; known: Readonly<Record<string, SchemaNode>> }

/** Members that the schema does not know, at every depth, at most 50. A schema without properties takes any member. */
export function unknownMembers(schema: SchemaNode, value: unknown): UnknownMember[] {
  const found: UnknownMember[] = []
  collect([schema], value, '', found)
  return found
}

function collect(schemas: readonly SchemaNode[], value: unknown, path: string, found: UnknownMember[]): void {
  if (typeof value !== 'object' || value === null || found.length >= MAX_FOUND) return
  const possible = schemas.flatMap(alternatives)
  if (Array.isArray(value)) {
    const items = possible.flatMap((schema) => schema.items ?? [])
    for (const [index, element] of value.entries()) collect(items, element, `${path}[${index}]`, found)
    return
  }
  const objects = possible.filter(({ type }) => type === 'object' || type === undefined)
  if (objects.length === 0 || objects.some((one) => !one.properties || one.additionalProperties)) return
  const known = Object.fromEntries(objects.flatMap(({ properties = {} }) => Object.entries(properties)))
  for (const [name, member] of Object.entries(value)) {
    const shown = shownName(name)
    const inner = (path === '' ? shown : `${path}.${shown}`).slice(0, MAX_PATH_LENGTH)
    if (Object.hasOwn(known, name)) collect([known[name] as SchemaNode], member, inner, found)
    else found.push({ path: inner, name, known })
    if (found.length >= MAX_FOUND) return
  }
}

/** Control, format and bidirectional characters would change how the message around them is read. */
function shownName(name: string): string {
  const clean = name.slice(0, MAX_NAME_LENGTH + 1).replace(/[\p{C}\p{Z}]/gu, '\u{fffd}')
  const shown = clean.length > MAX_NAME_LENGTH ? `${clean.slice(0, MAX_NAME_LENGTH)}…` : clean
  // A name with a dot must not read as a path.
  return shown === '' || shown.includes('.') ? `"${shown}"` : shown
}
