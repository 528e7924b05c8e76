import { existsSync, globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../errors.ts'
import type { App } from '../context.ts'

/** Built by Vite beside the documentation: `site/dashboard`, in a clone and in the package. */
const BUILT = fileURLToPath(new URL('../../../site/dashboard', import.meta.url))

/**
 * What the page may do: load and ask this service alone, show images of its own making, and not be framed. Styles of single
 * elements are allowed, which cannot run anything; scripts and style sheets in the page are not.
 */
const POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

const HEADERS = {
  'content-security-policy': POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
}

/** Files whose name changes with their content. */
const HASHED = /^assets\/[^/]+-[A-Za-z0-9_-]{8,}\.[a-z0-9]+$/
const IMMUTABLE = 'public, max-age=31536000, immutable'

/** Whether the app was built, so that links to it lead somewhere. */
export function isDashboardBuilt(folder: string = BUILT): boolean {
  return existsSync(`${folder}/index.html`)
}

/**
 * /dashboard and everything below it: the built app, and its page for every path that is no file, because the app has paths of its own.
 * `/` leads there; to the documentation where the app was not built. @param folder of the built app.
 */
export function dashboardRoutes(app: App, folder: string = BUILT): void {
  const open = { config: { access: 'public' as const }, schema: { hide: true } }
  const isBuilt = isDashboardBuilt(folder)
  app.get('/', open, (_request, reply) => reply.redirect(isBuilt ? '/dashboard/' : '/docs/'))
  if (!isBuilt) {
    for (const path of ['/dashboard', '/dashboard/*'])
      app.get(path, open, () => {
        throw new ApiError('NOT_FOUND', {
          detail: 'This service was installed without its dashboard. In a clone, build it: npm run build:dashboard.',
        })
      })
    return
  }
  /** Nothing else is sent, whatever a path says. */
  const files = new Set(globSync('**/*.*', { cwd: folder }).map((file) => file.replaceAll('\\', '/')))
  app.get('/dashboard', open, (_request, reply) => reply.redirect('/dashboard/'))
  app.get<{ Params: { '*': string } }>('/dashboard/*', open, (request, reply) =>
    send(request, reply, request.params['*'], folder, files),
  )
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  folder: string,
  files: ReadonlySet<string>,
): FastifyReply {
  reply.headers(HEADERS)
  if (files.has(path) && path !== 'index.html') {
    reply.header('cache-control', HASHED.test(path) ? IMMUTABLE : 'no-cache')
    return reply.sendFile(path, folder, { cacheControl: false })
  }
  // A script or a style sheet that is gone must not be answered with the page: the browser would say something else of it.
  if (path.startsWith('assets/') || request.headers['sec-fetch-dest'] === 'script')
    throw new ApiError('NOT_FOUND', { detail: 'No such file of the dashboard. Reload the page.' })
  return reply.header('cache-control', 'no-cache').sendFile('index.html', folder, { cacheControl: false })
}
