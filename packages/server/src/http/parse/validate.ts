import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/schema'
import { ApiError } from '../../errors.ts'
import { expectation, type SchemaNode, subSchema } from './schemaNode.ts'

const MAX_COMPLAINTS = 3
const MAX_ERRORS_READ = 200
const PART_NAMES: Record<string, string> = { querystring: 'query', params: 'path', headers: 'header' }

/**
 * Compiles a TypeBox schema into Fastify's validator. Bodies are taken as they are; the text of paths and queries is
 * read as what the schema asks for. A complaint names the member and the remedy:
 * `body.from: expected 0x followed by 40 hex digits`.
 */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart = 'body' }) => {
  const compiled = Compile(schema)
  const part = PART_NAMES[httpPart] ?? httpPart
  return (given: unknown) => {
    const value = httpPart === 'body' ? given : coerceText(schema as SchemaNode, given)
    if (compiled.Check(value)) return { value }
    const complaints = new Set<string>()
    const [, errors] = compiled.Errors(value)
    const read = errors.slice(0, MAX_ERRORS_READ)
    for (const error of read) {
      // Of a value that may have several shapes the innermost complaint helps: the others say that it has not the other shapes.
      const outer = error.keyword === 'type' || error.keyword === 'anyOf'
      if (outer && read.some(({ instancePath }) => instancePath.startsWith(`${error.instancePath}/`))) continue
      for (const complaint of complain(schema as SchemaNode, part, error)) complaints.add(complaint)
    }
    return { error: new ApiError('VALIDATION_ERROR', { detail: [...complaints].slice(0, MAX_COMPLAINTS).join('; ') }) }
  }
}

function complain(
  root: SchemaNode,
  part: string,
  error: { keyword: string; instancePath: string; params: object },
): string[] {
  const steps = error.instancePath.split('/').slice(1)
  const missing = 'requiredProperties' in error.params ? (error.params.requiredProperties as string[]) : null
  if (missing) return missing.map((name) => sentence(root, part, [...steps, name], 'missing, expected'))
  return [sentence(root, part, steps, 'expected')]
}

function sentence(root: SchemaNode, part: string, steps: string[], verb: string): string {
  const path = steps.map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`)).join('')
  return `${part}${path}: ${verb} ${expectation(subSchema(root, steps))}`
}

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
