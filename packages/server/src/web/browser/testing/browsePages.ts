import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createGuard } from '@redoubt/egress/guard.ts'
import type { BrowserLimits } from '../browserLimits.ts'
import { type BrowsedResult, createBrowserTier } from '../createBrowserTier.ts'
import type { PageWalletRequest, WalletPort } from '../pageWallet.ts'
import { findChromium } from './chromium.ts'

export const ACCOUNT = `0x${'ab'.repeat(20)}` as const

/** Generous: the machine that runs the tests may do many things at once. */
const PATIENT: Partial<BrowserLimits> = {
  wallMs: 120_000,
  loadMs: 30_000,
  settleMs: 2_000,
  stepMs: 20_000,
  useMs: 30_000,
  visitMs: 60_000,
  codeMs: 30_000,
  ledMs: 30_000,
  pictureMs: 30_000,
}

/**
 * Serves pages of our own under http://shop.sandbox.test/, and under shop.elsewhere.test and shop.further.test, and browses the first of them. A page is HTML, or a listener.
 * @param pages by path; `/` is browsed.
 */
export async function browsePages(
  pages: Record<string, string | RequestListener>,
  options: {
    limits?: Partial<BrowserLimits>
    wallet?: Partial<WalletPort>
    allow?: string[]
    signal?: AbortSignal
  } = {},
): Promise<BrowsedResult & { asked: PageWalletRequest[] }> {
  const asked: PageWalletRequest[] = []
  const server = createServer((request, response) => {
    const page = pages[new URL(request.url ?? '/', 'http://x').pathname]
    if (typeof page === 'function') return page(request, response)
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' }).end(page ?? '')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const guard = createGuard({
    allow: options.allow ?? [],
    connectTo: new Map(
      ['shop.sandbox.test', 'shop.elsewhere.test', 'shop.further.test'].map((host) => [
        `${host}:80`,
        `127.0.0.1:${port}`,
      ]),
    ),
  })
  const limits = { ...PATIENT, ...options.limits }
  const tier = createBrowserTier({ chromiumPath: findChromium().path, guard, limits, unsandboxedForTests: true })
  const wallet: WalletPort = {
    account: ACCOUNT,
    scan: async (one) => {
      asked.push(one)
      return null
    },
    ...options.wallet,
  }
  try {
    const signal = options.signal ?? new AbortController().signal
    const browsed = await tier.browse({ url: 'http://shop.sandbox.test/', chain: 'ethereum' }, wallet, signal)
    return { ...browsed, asked }
  } finally {
    await tier.close()
    server.closeAllConnections()
    server.close()
  }
}
