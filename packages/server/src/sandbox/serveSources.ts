import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Address } from '@redoubt/risk/address.ts'
import { CHAIN_IDS } from '@redoubt/risk/chain.ts'
import { type ArtifactName, readArtifact } from './artifacts/readArtifact.ts'
import { SANDBOX_CHAINS } from './canonical.ts'
import { type SandboxWorld, sandboxWorld } from './world.ts'

const PATH = /^\/v2\/contract\/(\d+)\/(0x[0-9a-fA-F]{40})$/

/** A service of verified source for the contracts of the sandbox's history. */
export type ServedSources = {
  url: string
  /** Whether the contract is of the history: of others, which a test deploys later, the service knows nothing. */
  knows(chainId: number, address: Address): boolean
  close(): Promise<void>
}

/**
 * Serves verified source in the protocol of Sourcify's API v2. Honest projects have published theirs, traps have not: those
 * are HTTP 404 with `match: null`.
 */
export async function serveSources(): Promise<ServedSources> {
  const known = new Map(
    SANDBOX_CHAINS.flatMap((chain) =>
      [...sourcesOf(sandboxWorld(chain))].map(([address, name]) => [keyOf(CHAIN_IDS[chain], address), name] as const),
    ),
  )
  const server = createServer(({ url = '' }, response) => {
    const [, chainId, address] = PATH.exec(url.replace(/\?.*$/, '')) ?? []
    const name = known.get(keyOf(Number(chainId), (address ?? '0x') as Address)) ?? null
    response.writeHead(name === null ? 404 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(name === null ? { match: null, chainId, address } : verified(name)))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port: 0, host: '127.0.0.1', exclusive: true }, resolve)
  })
  server.unref()
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    knows: (chainId, address) => known.has(keyOf(chainId, address)),
    async close() {
      server.closeAllConnections()
      // Closing again is no error.
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

function keyOf(chainId: number, address: Address): string {
  return `${chainId}:${address.toLowerCase()}`
}

/** Members that a scan asks for; the compiler is that of all sources of the sandbox's own. */
function verified(name: ArtifactName) {
  return {
    match: 'exact_match',
    abi: readArtifact(name).abi,
    compilation: { language: 'Solidity', compilerVersion: '0.8.28+commit.7893614a', name },
  }
}

/** Contract → the source published for it; null: none is. */
function sourcesOf(world: SandboxWorld): Map<Address, ArtifactName | null> {
  const { tokens, dex, safe, listings, nfts, proxies, honest, traps, listed } = world
  const published: [Address, ArtifactName][] = [
    [tokens.wrapped, 'WrappedNative'],
    [tokens.usdc, 'StableToken'],
    [tokens.usdt, 'TetherLikeToken'],
    [tokens.dai, 'DaiLikeToken'],
    [tokens.honest, 'PlainToken'],
    [tokens.taxed, 'TaxToken'],
    ...Object.values(listings).map((token): [Address, ArtifactName] => [token, 'PlainToken']),
    [dex.v2Factory, 'V2Factory'],
    [dex.v2Router, 'V2Router'],
    [dex.v3Factory, 'V3Factory'],
    [dex.v3Router, 'V3Router'],
    [dex.positionManager, 'V3PositionManager'],
    [dex.quoter, 'V3Quoter'],
    [dex.quoterV2, 'V3QuoterV2'],
    ...Object.values(dex.pairs).map((pair): [Address, ArtifactName] => [pair, 'V2Pair']),
    ...Object.values(dex.pools).map((pool): [Address, ArtifactName] => [pool, 'V3Pool']),
    [world.permit2, 'Permit2'],
    [world.multicall3, 'Multicall3'],
    [world.seaport, 'Seaport'],
    [safe.singleton, 'SafeWallet'],
    [safe.factory, 'SafeWalletFactory'],
    [safe.account, 'SafeWalletProxy'],
    [safe.treasury, 'SafeWalletProxy'],
    [nfts.collectible, 'Collectible721'],
    [nfts.items, 'Collectible1155'],
    [proxies.implementation, 'UpgradeableToken'],
    [proxies.upgradeable, 'Proxy1967'],
    [proxies.nextImplementation, 'UpgradeableToken'],
    [proxies.cloneFactory, 'CloneFactory'],
    [honest.airdrop, 'AirdropClaim'],
    [honest.delegate, 'SafeDelegate'],
    [honest.vault, 'Vault4626'],
    [honest.multisend, 'Multisend'],
    [listed.bridge, 'Bridge'],
    [listed.mixer, 'MixerPool'],
  ]
  const unpublished = [...Object.values(traps), listed.drainer].map((trap): [Address, null] => [trap, null])
  return new Map<Address, ArtifactName | null>([...published, ...unpublished])
}
