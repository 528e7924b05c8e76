/** The parts of an OpenAPI 3.1 document that the Python client is made from. */
export type Schema = {
  $ref?: string
  title?: string
  description?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
}

export type Parameter = {
  $ref?: string
  name: string
  in: string
  required?: boolean
  schema: Schema
  description?: string
}

export type Operation = {
  operationId: string
  summary: string
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> }
  security?: Record<string, unknown>[]
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}

export type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

export const refName = ({ $ref = '' }: Schema): string => $ref.split('/').at(-1) ?? ''

/** `lastEventId` as Python writes it. */
export const snakeCase = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()

/** A docstring of one line. */
export const docstring = (text: string): string =>
  `"""${text.replace(/\s+/g, ' ').replaceAll('\\', '\\\\').replaceAll('"', "'")}"""`
