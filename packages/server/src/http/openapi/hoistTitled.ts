/**
 * Moves every object schema that has a `title` to `components.schemas` and leaves a `$ref`, so that generated clients
 * get named types and the document says each thing once.
 * @throws Error when two different schemas share a title.
 */
export function hoistTitled(document: {
  paths: object
  webhooks?: object
  components: { schemas: Record<string, object> }
}): void {
  const { schemas } = document.components
  const walk = (node: unknown): unknown => {
    if (typeof node !== 'object' || node === null) return node
    if (Array.isArray(node)) return node.map(walk)
    const copy = Object.fromEntries(
      // Examples are data: a member called `title` in one is not a schema's.
      Object.entries(node).map(([name, member]) => [name, name.startsWith('example') ? member : walk(member)]),
    )
    if (typeof copy.title !== 'string' || (copy.type !== 'object' && !copy.oneOf)) return copy
    const known = schemas[copy.title]
    if (known && JSON.stringify(known) !== JSON.stringify(copy)) throw new Error(`Two schemas are called ${copy.title}`)
    schemas[copy.title] = copy
    return { $ref: `#/components/schemas/${copy.title}` }
  }
  document.paths = walk(document.paths) as object
  if (document.webhooks) document.webhooks = walk(document.webhooks) as object
}
