import assert from 'node:assert/strict'
import { Compile } from 'typebox/compile'
import { describeApi } from '../openapi/describeApi.ts'
import type { OpenApiDocument } from '../openapi/openApiDocument.ts'

type Node = Record<string, unknown>

/** Checks answers against the OpenAPI document: every declared member is there, and no member is undeclared. */
export async function loadConformance() {
  const document = await describeApi()
  return function assertConforms(method: string, path: string, status: number, body: unknown): void {
    const schema = schemaOf(document, method, path, status)
    if (schema === null) return
    const compiled = Compile(schema as never)
    assert.ok(
      compiled.Check(body),
      `${method} ${path} ${status} differs from openapi.json: ${JSON.stringify(compiled.Errors(body).slice(0, 3))}`,
    )
  }
}

function schemaOf(document: OpenApiDocument, method: string, path: string, status: number): Node | null {
  const bare = path.split('?')[0] ?? ''
  const template = Object.keys(document.paths).find((one) =>
    new RegExp(`^${one.replace(/\{\w+\}/g, '[^/]+')}$`).test(bare),
  )
  const operation = document.paths[template ?? '']?.[method.toLowerCase()]
  if (!operation) return null
  const declared = operation.responses[status]
  assert.ok(declared, `${method} ${bare} answers ${status}, which openapi.json does not declare`)
  const response = resolve(document, declared as Node)
  const content = response.content as Record<string, { schema: Node }> | undefined
  return strict(document, content?.['application/json']?.schema ?? {})
}

function resolve(document: OpenApiDocument, node: Node): Node {
  if (typeof node.$ref !== 'string') return node
  const steps = node.$ref.slice(2).split('/')
  return steps.reduce<Node>((inner, step) => inner[step] as Node, document as unknown as Node)
}

/** The schema with references replaced and objects closed, except those that say they are open. */
function strict(document: OpenApiDocument, node: unknown): Node {
  if (Array.isArray(node)) return node.map((one) => strict(document, one)) as never
  if (typeof node !== 'object' || node === null) return node as never
  const resolved = resolve(document, node as Node)
  const copy = Object.fromEntries(Object.entries(resolved).map(([name, one]) => [name, strict(document, one)])) as Node
  if (copy.type === 'object' && copy.properties && copy.additionalProperties === undefined)
    copy.additionalProperties = false
  return copy
}
