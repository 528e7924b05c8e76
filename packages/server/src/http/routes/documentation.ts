import type { App } from '../context.ts'
import { DOCS_POLICY, docsPage } from '../openapi/docsPage.ts'
import type { OpenApiDocument } from '../openapi/openapi.ts'

/** /openapi.json, and /docs for people. */
export function documentationRoutes(app: App): void {
  // The routes do not change once the server is up.
  let page: string | undefined

  app.get('/openapi.json', { config: { access: 'public' }, schema: { hide: true } }, async (_request, reply) => {
    reply.type('application/json; charset=utf-8')
    return app.swagger()
  })

  app.get('/docs', { config: { access: 'public' }, schema: { hide: true } }, async (_request, reply) => {
    page ??= docsPage(app.swagger() as unknown as OpenApiDocument)
    reply.header('content-security-policy', DOCS_POLICY).type('text/html; charset=utf-8')
    return page
  })
}
