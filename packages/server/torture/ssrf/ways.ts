import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Egress } from '@redoubt/egress/createEgress.ts'
import { Agent, interceptors, request } from 'undici'
import { OPERATOR } from './addresses.ts'

/** One way for a URL of a stranger to be asked. Resolves with the body, when that is read. */
export type Way = (url: string, index: number) => Promise<string>

/** Credential for the operator's feed server, and for no other host. */
export const SECRET = 'Bearer of-the-feed'

export const LIMITS = { deadlineMs: 15_000, maxBytes: 10_000 }
const STATUSES = [301, 302, 303, 307, 308]

/** The ways of the clients themselves. */
export function guardedWays({ guarded, operator }: Egress, folder: string): Record<string, Way> {
  const headers = { Authorization: SECRET }
  const text = (answer: { body: Buffer }) => answer.body.toString()
  return {
    direct: async (url) => text(await guarded.fetch({ ...LIMITS, url })),
    redirected: async (url, index) =>
      text(await guarded.fetch({ ...LIMITS, url: redirector('good.test', url, index), maxRedirects: 5 })),
    feed: async (url, index) =>
      text(await operator.fetch({ ...LIMITS, headers, url: redirector(FEED, url, index), maxRedirects: 5 })),
    download: async (url, index) => {
      const file = join(folder, 'feed')
      await operator.download({ ...LIMITS, headers, url: redirector(FEED, url, index), maxRedirects: 5, file })
      return await readFile(file, 'utf8')
    },
  }
}

/** What the world does to a client without a guard: if few URLs reach a canary here, the rest proves nothing. */
export function unguardedWays(): Record<string, Way> {
  const dispatcher = new Agent({ connect: { timeout: 1_500, rejectUnauthorized: false } })
  const following = dispatcher.compose(interceptors.redirect({ maxRedirections: 5 }))
  const ask = async (url: string) => {
    const { body } = await request(url, { dispatcher: following, signal: AbortSignal.timeout(3_000), reset: true })
    return await body.text()
  }
  return { direct: ask, redirected: (url, index) => ask(redirector('good.test', url, index)) }
}

const FEED = `${OPERATOR.address}:${OPERATOR.port}`

/** A URL that redirects to another by HTTP, each with another status and half of them by a detour. */
export function redirector(host: string, url: string, index: number): string {
  const location = URL.parse(url)?.href ?? url
  const query = new URLSearchParams({ status: String(STATUSES[index % STATUSES.length]), url: location })
  return `http://${host}/${index % 2 === 0 ? 'to' : 'via'}?${query}`
}
