import { MEMBER_DESCRIPTIONS } from './memberDescriptions.ts'

type Node = Record<string, unknown> & { properties?: Record<string, Node> }

/** Describes every member whose own schema does not. Schemas without a name are those around an answer. */
export function describeMembers({
  paths,
  components,
}: {
  paths: object
  components: { schemas: Record<string, object> }
}): void {
  for (const [name, schema] of Object.entries(components.schemas)) describe(schema as Node, name)
  describe(paths as Node, 'Answer')
}

function describe(node: Node, schema: string): void {
  if (typeof node !== 'object' || node === null) return
  for (const [name, member] of Object.entries(node.properties ?? {})) {
    const description = MEMBER_DESCRIPTIONS[`${schema}.${name}`] ?? MEMBER_DESCRIPTIONS[name]
    if (typeof member === 'object' && description !== undefined) member.description ??= description
  }
  for (const [name, inner] of Object.entries(node)) if (!name.startsWith('example')) describe(inner as Node, schema)
}
