/** The parts of a JSON Schema that the edge reads itself. */
export type SchemaNode = {
  type?: string
  enum?: readonly string[]
  properties?: Record<string, SchemaNode>
  items?: SchemaNode
  anyOf?: readonly SchemaNode[]
  additionalProperties?: unknown
  minimum?: number
  maximum?: number
  maxItems?: number
  'x-expected'?: string
}

/** The schema of a member, looked up along its path; undefined where no schema speaks of it. */
export function subSchema(node: SchemaNode | undefined, steps: readonly string[]): SchemaNode | undefined {
  const [step, ...rest] = steps
  if (node === undefined || step === undefined) return node
  const inner = withoutNull(node)
  return subSchema(inner.properties?.[step] ?? (/^\d+$/.test(step) ? inner.items : undefined), rest)
}

/** Ends the sentence "expected …". */
export function expectation(node: SchemaNode | undefined): string {
  if (node === undefined) return 'something else'
  if (node['x-expected']) return node['x-expected']
  if (node.enum) return `one of ${node.enum.join(', ')}`
  if (node.anyOf) return node.anyOf.map(expectation).join(' or ')
  if (node.type === 'object') return 'a JSON object'
  if (node.type === 'array') return `a list${node.maxItems === undefined ? '' : ` of at most ${node.maxItems}`}`
  if (node.type === 'boolean') return 'true or false'
  if (node.type === 'integer') return `an integer${range(node)}`
  return node.type ?? 'something else'
}

/** The alternative of a nullable schema that is not null. */
export function withoutNull(node: SchemaNode): SchemaNode {
  return node.anyOf?.find(({ type }) => type !== 'null' && type !== undefined) ?? node
}

function range({ minimum, maximum }: SchemaNode): string {
  if (minimum === undefined) return ''
  return maximum === undefined ? ` from ${minimum}` : ` from ${minimum} to ${maximum}`
}
