/** The parts of a JSON Schema that the edge reads itself. */
export type SchemaNode = {
  type?: string
  enum?: readonly string[]
  properties?: Record<string, SchemaNode>
  items?: SchemaNode
  /** Of a list whose elements are told apart by their place. */
  prefixItems?: readonly SchemaNode[]
  anyOf?: readonly SchemaNode[]
  additionalProperties?: unknown
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  'x-expected'?: string
  /** The member is accepted and changes nothing. */
  'x-no-effect'?: boolean
}

/** The schema of a member, looked up along its path; undefined where no schema speaks of it. */
export function subSchema(node: SchemaNode | undefined, steps: readonly string[]): SchemaNode | undefined {
  const [step, ...rest] = steps
  if (node === undefined || step === undefined) return node
  const inner = alternatives(node).flatMap(
    ({ properties, prefixItems, items }) =>
      properties?.[step] ?? (/^\d+$/.test(step) ? (prefixItems?.[Number(step)] ?? items ?? []) : []),
  )
  return inner.map((one) => subSchema(one, rest)).find((one) => one !== undefined)
}

/** Ends the sentence "expected …". */
export function expectation(node: SchemaNode | undefined): string {
  if (node === undefined) return 'something else'
  if (node['x-expected']) return node['x-expected']
  if (node.enum) return `one of ${node.enum.join(', ')}`
  if (node.anyOf) return node.anyOf.map(expectation).join(' or ')
  if (node.type === 'object') return 'a JSON object'
  if (node.type === 'array') return `a list${lengths(node)}`
  if (node.type === 'boolean') return 'true or false'
  if (node.type === 'integer') return `an integer${range(node)}`
  return node.type ?? 'something else'
}

function lengths({ minItems = 0, maxItems }: SchemaNode): string {
  if (maxItems === undefined) return ''
  return minItems === 0 || minItems === maxItems ? ` of at most ${maxItems}` : ` of ${minItems} to ${maxItems}`
}

/** The schemas that a value may be of. */
export function alternatives(node: SchemaNode): readonly SchemaNode[] {
  return node.anyOf ? node.anyOf.flatMap(alternatives) : [node]
}

function range({ minimum, maximum }: SchemaNode): string {
  if (minimum === undefined) return ''
  return maximum === undefined ? ` from ${minimum}` : ` from ${minimum} to ${maximum}`
}
