import type { Address } from '@redoubt/risk/address.ts'
import type { SourceHealth } from '../domain/sourceHealth.ts'
import type { UrlSources } from '../usecases/scans/url/urlSources.ts'
import type { BrowserNetwork } from './browserNetwork.ts'
import { observeEgress } from './observedEgress.ts'
import type { UrlNetworkOptions } from './urlNetwork.ts'

/** What URL scans of both environments may ask. Part of the composition root. */
export type UrlNetworks = {
  sources(environment: 'live' | 'test'): Promise<UrlSources>
  close(): Promise<void>
}

/**
 * Loads what visits and reads pages when the first site is scanned. Keys of the sandbox reach its own sites and no others; those are
 * served on loopback from the first scan on, under names that only they and the browser resolve.
 * @param options.connectTo filled with the sites of the sandbox, for the guard of the browser.
 */
export function createUrlNetworks({
  browser,
  connectTo,
  sandboxAccount,
  health,
  registry,
  ...shared
}: Omit<UrlNetworkOptions, 'browse' | 'ownSites' | 'observe' | 'registry'> & {
  health: SourceHealth
  browser: BrowserNetwork | null
  connectTo: Map<string, string>
  /** What pages are shown as the visitor's wallet in the sandbox: an account that has something to lose. */
  sandboxAccount: () => Promise<Address>
  /** Of sites that a bench serves; default: the registries of the world. */
  registry?: UrlNetworkOptions['registry']
}): UrlNetworks {
  const sandboxHosts = new Set<string>()
  const isOwn = (hostname: string) => sandboxHosts.has(`${hostname}:443`)
  const started: { close(): Promise<void> }[] = []
  let live: Promise<UrlSources> | undefined
  let test: Promise<UrlSources> | undefined

  return {
    sources(environment) {
      if (environment === 'live') {
        live ??= startLive()
        return live
      }
      test ??= startTest().catch((error: unknown) => {
        test = undefined
        throw error
      })
      return test
    },
    async close() {
      await test?.catch(() => undefined)
      await Promise.all(started.map((one) => one.close()))
    },
  }

  async function startLive(): Promise<UrlSources> {
    const { createUrlSources } = await import('./urlNetwork.ts')
    const browse = browser?.browse({ environment: 'live', reaches: (hostname) => !isOwn(hostname) })
    return createUrlSources({
      ...shared,
      observe: observeEgress(health, 'live'),
      ...(registry && { registry }),
      ...(browse && { browse }),
    })
  }

  async function startTest(): Promise<UrlSources> {
    const [
      { createUrlSources },
      { createEgress },
      { serveSites },
      { sandboxWorld },
      { SANDBOX_BRANDS },
      { SANDBOX_SHORTENERS },
    ] = await Promise.all([
      import('./urlNetwork.ts'),
      import('@redoubt/egress/createEgress.ts'),
      import('../sandbox/serveSites.ts'),
      import('../sandbox/world.ts'),
      import('../sandbox/sites/sandboxBrands.ts'),
      import('../sandbox/sites/sandboxShorteners.ts'),
    ])
    const sites = await serveSites(sandboxWorld('ethereum'))
    const egress = createEgress({ allow: [], connectTo: sites.connectTo, authorities: [sites.authority] })
    started.push(sites, egress)
    for (const [name, address] of sites.connectTo) {
      sandboxHosts.add(name)
      connectTo.set(name, address)
    }
    const browse: UrlSources['browse'] =
      browser === null
        ? undefined
        : async (visited, chain, signal) => {
            const account = await sandboxAccount()
            return browser.browse({ environment: 'test', account, reaches: isOwn })(visited, chain, signal)
          }
    return createUrlSources({
      ...shared,
      egress,
      observe: observeEgress(health, 'test'),
      // The names of these sites are known to this egress alone.
      controlNames: [...sites.connectTo.keys()].slice(0, 1).map((name) => name.slice(0, name.lastIndexOf(':'))),
      registry: sites.registry,
      ownSites: {
        brands: SANDBOX_BRANDS,
        shorteners: SANDBOX_SHORTENERS,
        reaches: ({ host, port, scheme }) => sites.connectTo.has(`${host}:${port ?? (scheme === 'https' ? 443 : 80)}`),
      },
      ...(browse && { browse }),
    })
  }
}
