import { type ServedHosts, serveHosts } from './serveHosts.ts'
import { allSites } from './sites/allSites.ts'
import { browserSites } from './sites/browserSites.ts'
import { factSites } from './sites/factSites.ts'
import { signSites } from './sites/signSites.ts'
import type { Site } from './sites/site.ts'
import type { SandboxWorld } from './world.ts'

/** The sandbox's web sites on loopback. */
export type ServedSites = ServedHosts & {
  sites: readonly Site[]
  /** Sites that show one fact of a domain or a certificate, or one sign of a page, each. */
  facts: readonly Site[]
}

/**
 * Serves all sites of the sandbox. Their names are in no DNS: only who is given `connectTo` reaches them.
 * @example const sites = await serveSites(sandboxWorld('ethereum')); createEgress({ allow: [], connectTo: sites.connectTo })
 */
export async function serveSites(world: SandboxWorld): Promise<ServedSites> {
  const [sites, facts] = [allSites(world), [...factSites(), ...signSites(), ...browserSites()]]
  const served = await serveHosts([...sites, ...facts])
  return { ...served, sites, facts }
}
