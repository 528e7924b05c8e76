export type Operation = {
  operationId?: string
  summary?: string
  description?: string
  security?: unknown[]
  requestBody?: { required?: boolean; content?: Record<string, { schema?: object }> }
  parameters?: ({ in: string } | { $ref: string })[]
  responses: Record<string, unknown>
  /** Set by routes whose page is also served as CSV. */
  'x-csv'?: boolean
  /** Set by routes that also answer a PDF. */
  'x-pdf'?: boolean
  /** Set by routes that answer a stream of events alone. */
  'x-stream'?: boolean
  /** Set by routes whose body may be left out. */
  'x-optional-body'?: boolean
}
export type OpenApiDocument = {
  openapi: string
  info: { title: string; version: string; description: string }
  paths: Record<string, Record<string, Operation>>
  /** What the service posts, by type of event. */
  webhooks?: Record<string, object>
  components: {
    schemas: Record<string, object>
    responses?: Record<string, object>
    parameters?: Record<string, object>
  }
}
