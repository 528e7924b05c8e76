import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../errors.ts'
import type { App } from '../context.ts'

/** Made by `scripts/site/buildSite.ts`, beside `src` in a clone and beside `dist` in the package. */
const SITE = fileURLToPath(new URL('../../../site/docs', import.meta.url))

/** Nothing else is sent, whatever a path says. */
const FILES = new Set(globSync('**/*.*', { cwd: SITE }).map((file) => file.replaceAll('\\', '/')))

/** What a browser sees at an address without a page. */
const MISSING = '404.html'

/** The pages load and ask this service only. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** /openapi.json, and /docs for people. */
export function documentationRoutes(app: App): void {
  const open = { config: { access: 'public' as const }, schema: { hide: true } }
  app.register(fastifyStatic, { root: SITE, serve: false })

  app.get('/openapi.json', open, async (_request, reply) => {
    reply.type('application/json; charset=utf-8')
    return app.swagger()
  })
  app.get('/docs', open, (_request, reply) => reply.redirect('/docs/'))
  app.get<{ Params: { '*': string } }>('/docs/*', open, (request, reply) => sendPage(request, reply))
}

/** Sends the file of a path below /docs/; pages are addressed without their extension. Programs get an error of the API. */
function sendPage({ params, headers }: FastifyRequest<{ Params: { '*': string } }>, reply: FastifyReply): FastifyReply {
  const path = params['*']
  const file = [path, path === '' ? 'index.html' : `${path}.html`].find((name) => FILES.has(name))
  reply.header('content-security-policy', POLICY)
  if (file === undefined && FILES.has(MISSING) && headers.accept?.includes('text/html') === true)
    return reply.code(404).sendFile(MISSING)
  if (file === undefined) throw new ApiError('NOT_FOUND', { detail: 'No such page of the documentation. See /docs/.' })
  return reply.sendFile(file)
}
