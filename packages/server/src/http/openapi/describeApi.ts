import type { HttpPorts } from '../ports.ts'
import { createServer } from '../server.ts'
import type { OpenApiDocument } from './openApiDocument.ts'

/** The OpenAPI document, without a store, a chain or a socket. */
export async function describeApi(): Promise<OpenApiDocument> {
  const server = createServer({} as HttpPorts, { logLevel: 'silent' })
  await server.ready()
  const document = server.swagger() as unknown as OpenApiDocument
  await server.close()
  return document
}
