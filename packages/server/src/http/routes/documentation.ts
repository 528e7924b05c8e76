import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyReply } from 'fastify'
import { ApiError } from '../../errors.ts'
import type { App } from '../context.ts'

/** Made by `scripts/site/buildSite.ts`, beside `src` in a clone and beside `dist` in the package. */
const SITE = fileURLToPath(new URL('../../../site/docs', import.meta.url))

/** Nothing else is sent, whatever a path says. */
const FILES = new Set(globSync('**/*.*', { cwd: SITE }).map((file) => file.replaceAll('\\', '/')))

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
  app.get<{ Params: { '*': string } }>('/docs/*', open, ({ params }, reply) => sendPage(reply, params['*']))
}

/** Sends the file of a path below /docs/; pages are addressed without their extension. */
function sendPage(reply: FastifyReply, path: string): FastifyReply {
  const file = [path, path === '' ? 'index.html' : `${path}.html`].find((name) => FILES.has(name))
  if (file === undefined) throw new ApiError('NOT_FOUND', { detail: 'No such page of the documentation. See /docs/.' })
  return reply.header('content-security-policy', POLICY).sendFile(file)
}
