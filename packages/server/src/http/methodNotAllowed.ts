import { METHODS } from 'node:http'
import type { RouteOptions } from 'fastify'
import type { App } from './context.ts'

/**
 * Makes every declared path answer 405 with `Allow` to the methods it does not have. Call it before the routes are
 * declared, and the function it returns after.
 */
export function collectMethods(app: App): () => void {
  const methods = new Map<string, Set<string>>()
  const onRoute = ({ url, method }: RouteOptions) => {
    const known = methods.get(url) ?? new Set<string>()
    for (const name of [method].flat()) known.add(name)
    if (known.has('GET')) known.add('HEAD')
    methods.set(url, known)
  }
  app.addHook('onRoute', onRoute)
  return () => {
    const declared = [...methods].map(([url, known]) => ({ url, allowed: [...known].sort() }))
    for (const { url, allowed } of declared) {
      // CONNECT never reaches the router.
      const others = METHODS.filter((name) => name !== 'CONNECT' && !allowed.includes(name))
      app.route({
        url,
        method: others,
        config: { access: 'public', allowed: allowed.join(', ') },
        schema: { hide: true },
        // The guard answers before any handler.
        handler: () => Promise.reject(new Error('unreachable')),
      })
    }
  }
}
