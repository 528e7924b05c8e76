import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address } from '@redoubt/risk/address.ts'
import { CHAIN_IDS } from '@redoubt/risk/chain.ts'
import type { Label } from '@redoubt/risk/facts/account.ts'
import { numberToHex } from 'viem/utils'
import { ACTORS, type ActorName } from './actors.ts'
import { type AnvilProcess, startAnvil } from './anvilProcess.ts'
import { CANONICAL, EVERYWHERE, SANDBOX_CHAINS, type SandboxChain } from './canonical.ts'
import { createChainBuilder } from './chainBuilder.ts'
import { allSteps } from './history/allSteps.ts'
import { mineTimeline } from './history/timeline.ts'
import { genesisBalances, infrastructure } from './infrastructure.ts'
import { type NodeRpc, nodeRpc } from './nodeRpc.ts'
import { placeAll } from './placement.ts'
import { HEAD_TIMESTAMP, nativeWorth, PROFILES } from './profiles.ts'
import { type ServedSources, serveSources } from './serveSources.ts'
import { sweepStaleFolders } from './staleFolders.ts'
import { type SandboxWorld, sandboxWorld } from './world.ts'

/** Unix seconds of block 0: 400 days before the head. */
const GENESIS_TIMESTAMP = HEAD_TIMESTAMP - 400 * 86_400

/**
 * Arachnid's deterministic deployment proxy (MIT). It also stands where OpenSea's factory does: that one has other code and
 * gives the same addresses.
 */
const CREATE2_FACTORY_CODE =
  '0x7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf3'

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
  /** Verified source of the history's contracts. */
  sources: Omit<ServedSources, 'close'>
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
  const sources = await serveSources()
  const close = async () => {
    await Promise.all([...[...nodes.values()].map((node) => node.close()), sources.close()])
  }
  const http = createOperatorFetch()
  try {
    await sweepStaleFolders(options.cacheDir)
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
    sources,
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

/**
 * Writes a network's whole history onto an empty node. The same calls in the same order give the same block hashes.
 * @returns how many of the newest blocks make up the last seven days.
 */
async function buildChain(chain: SandboxChain, rpc: NodeRpc, onBlock: () => void): Promise<bigint> {
  const world = sandboxWorld(chain)
  const { fees, blockSeconds } = PROFILES[chain]
  const builder = createChainBuilder(rpc, fees)
  await rpc('anvil_setCoinbase', [CANONICAL[chain].coinbase])
  for (const factory of ['create2Factory', 'safeSingletonFactory', 'openSeaFactory'] as const)
    await rpc('anvil_setCode', [EVERYWHERE[factory], CREATE2_FACTORY_CODE])
  for (const { address, dollars } of genesisBalances(world))
    await rpc('anvil_setBalance', [address, numberToHex(nativeWorth(chain, dollars))])
  let now = GENESIS_TIMESTAMP
  const tick = () => {
    onBlock()
    now += blockSeconds
    return now
  }
  await placeAll(builder, infrastructure(world), world.actors.issuer, tick)
  const recent = await mineTimeline(builder, allSteps(world), { now, head: HEAD_TIMESTAMP, blockSeconds }, onBlock)
  return BigInt(recent)
}

type ListedAs = 'exchange' | 'bridge' | 'mixer' | 'scammer' | 'hacker' | 'sanctioned' | 'dao_treasury'

/** A list that the operator of the sandbox would have loaded, whole. */
type SandboxList = {
  /** Lower-case letters and hyphens. */
  id: string
  title: string
  label: ListedAs
  confidence: Label['confidence']
  /** When it was made, Unix milliseconds: the sandbox's head. */
  asOf: number
  entries: readonly { chain: SandboxChain | null; address: Address; label: ListedAs; name: string }[]
}

/**
 * The lists of all three networks. Drainers and traps that rules must recognise by what they do are on none of them; a
 * person is on a list everywhere (`chain` null), a contract on its own network.
 */
export function sandboxLists(): SandboxList[] {
  return [
    list('exchange', 'high', 'sandbox-exchanges', 'Sandbox exchange wallets', [
      person('venue', 'Harbour Exchange: hot wallet'),
      person('deposit', 'Harbour Exchange: deposits'),
    ]),
    list('bridge', 'high', 'sandbox-bridges', 'Sandbox bridges', contract('bridge', 'Causeway bridge')),
    list('mixer', 'high', 'sandbox-mixers', 'Sandbox mixers', contract('mixer', 'Undertow mixer pool')),
    list('scammer', 'medium', 'sandbox-scam-reports', 'Sandbox scam reports', [
      person('scammer', 'Sells machines that never come'),
      person('reportedOperator', 'Runs a drainer'),
      ...contract('drainer', 'Reported drainer'),
    ]),
    list('hacker', 'high', 'sandbox-thefts', 'Sandbox thefts', [person('hacker', 'Causeway bridge exploiter')]),
    list(
      'dao_treasury',
      'high',
      'sandbox-treasuries',
      'Sandbox treasuries',
      SANDBOX_CHAINS.map((chain) => ({ chain, address: sandboxWorld(chain).safe.treasury, name: 'Commons: treasury' })),
    ),
    list('sanctioned', 'high', 'sandbox-sanctions', 'Sandbox sanctions', [person('designated', 'SAMPLE TRADING CO.')]),
  ]
}

type Entry = Omit<SandboxList['entries'][number], 'label'>

function list(
  label: ListedAs,
  confidence: Label['confidence'],
  id: string,
  title: string,
  entries: readonly Entry[],
): SandboxList {
  const asOf = HEAD_TIMESTAMP * 1_000
  return { id, title, label, confidence, asOf, entries: entries.map((entry) => ({ ...entry, label })) }
}

function person(actor: ActorName, name: string): Entry {
  return { chain: null, address: ACTORS[actor].address, name }
}

function contract(role: keyof SandboxWorld['listed'], name: string): Entry[] {
  return SANDBOX_CHAINS.map((chain) => ({ chain, address: sandboxWorld(chain).listed[role], name }))
}
