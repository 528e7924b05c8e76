import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import { CHAIN_IDS } from '@redoubt/risk/chain.ts'
import { type AnvilProcess, startAnvil } from './anvilProcess.ts'
import { buildChain, GENESIS_TIMESTAMP } from './buildChain.ts'
import { SANDBOX_CHAINS, type SandboxChain } from './canonical.ts'
import { nodeRpc } from './nodeRpc.ts'
import { PROFILES } from './profiles.ts'
import { type SandboxList, sandboxLists } from './sandboxLists.ts'
import { sweepStaleFolders } from './staleFolders.ts'
import { type SandboxWorld, sandboxWorld } from './world.ts'

/** The miniature of the three networks: real nodes on loopback, ended by `close` or with this process. */
export type Sandbox = {
  rpcUrls: Record<SandboxChain, string>
  world: Record<SandboxChain, SandboxWorld>
  /**
   * How many of each chain's newest blocks make up the last seven days. Blocks of the past are days apart, so a number
   * of blocks that means a week on the real network would reach beyond genesis here.
   */
  recentBlocks: Record<SandboxChain, bigint>
  /** What an operator of this miniature would have loaded; entries of all three networks. */
  lists: readonly SandboxList[]
  /** Process id of each node. */
  pids: Record<SandboxChain, number>
  close(): Promise<void>
}

export type SandboxOptions = {
  /** Folder for the nodes' own files; removed again on `close`. */
  cacheDir: string
  /** Which networks to build; the others keep an empty URL. Default: all. */
  chains?: readonly SandboxChain[]
  onProgress?: (progress: SandboxProgress) => void
  signal?: AbortSignal
}
/** `blocks` mined so far; `done` once the head stands. */
export type SandboxProgress = { chain: SandboxChain; blocks: number; done: boolean }

/**
 * Builds the sandbox from nothing, all networks side by side, in a few seconds: contracts at their mainnet addresses,
 * liquidity, and a history of 400 days that ends at a fixed head with the same hash in every build.
 * @throws Error when a node does not start or a transaction of the history fails; nothing is left running then.
 * @example const sandbox = await startSandbox({ cacheDir: '.cache' }); sandbox.rpcUrls.ethereum
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const chains = options.chains ?? SANDBOX_CHAINS
  const nodes = new Map<SandboxChain, AnvilProcess>()
  const recent = new Map<SandboxChain, bigint>()
  const close = async () => {
    await Promise.all([...nodes.values()].map((node) => node.close()))
  }
  await sweepStaleFolders(options.cacheDir)
  const http = createOperatorFetch()
  try {
    const build = async (chain: SandboxChain) => void recent.set(chain, await startChain(chain, options, http, nodes))
    const settled = await Promise.allSettled(chains.map(build))
    for (const result of settled) if (result.status === 'rejected') throw result.reason
  } catch (error) {
    await close()
    throw error
  } finally {
    await http.close()
  }
  return {
    rpcUrls: byChain((chain) => nodes.get(chain)?.url ?? ''),
    world: byChain(sandboxWorld),
    recentBlocks: byChain((chain) => recent.get(chain) ?? 0n),
    lists: sandboxLists(),
    pids: byChain((chain) => nodes.get(chain)?.pid ?? 0),
    close,
  }
}

async function startChain(
  chain: SandboxChain,
  { cacheDir, onProgress, signal }: SandboxOptions,
  http: ReturnType<typeof createOperatorFetch>,
  nodes: Map<SandboxChain, AnvilProcess>,
): Promise<bigint> {
  const node = await startAnvil({
    chainId: CHAIN_IDS[chain],
    hardfork: PROFILES[chain].hardfork,
    genesisTimestamp: GENESIS_TIMESTAMP,
    baseFee: PROFILES[chain].fees.base,
    cacheDir,
    ...(signal && { signal }),
  })
  nodes.set(chain, node)
  let blocks = 0
  const onBlock = () => onProgress?.({ chain, blocks: ++blocks, done: false })
  const recentBlocks = await buildChain(chain, nodeRpc(node.url, http, signal), onBlock)
  onProgress?.({ chain, blocks, done: true })
  return recentBlocks
}

function byChain<T>(of: (chain: SandboxChain) => T): Record<SandboxChain, T> {
  return Object.fromEntries(SANDBOX_CHAINS.map((chain) => [chain, of(chain)])) as Record<SandboxChain, T>
}
