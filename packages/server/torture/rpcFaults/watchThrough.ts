import { setTimeout as sleep } from 'node:timers/promises'
import type { OperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { BlockReads } from '../../src/evm/rpc/blockReads.ts'
import { createChainSource } from '../../src/evm/rpc/createChainSource.ts'
import type { WholeBlock } from '../../src/evm/rpc/readWholeBlock.ts'
import { type NodeRpc, nodeRpc } from '../../src/sandbox/nodeRpc.ts'
import type { Store } from '../../src/store/openStore.ts'
import { createChainWatcher } from '../../src/watch/chain/watchChain.ts'
import type { JudgeBlock, WatchedChain } from '../../src/watch/ports.ts'
import type { FaultProxy } from './faultProxy.ts'
import type { Fault } from './faults.ts'

/** `always` and `sometimes`: the only endpoint commits it; `first`: the preferred of two, always. */
export type FaultMode = 'always' | 'sometimes' | 'first'
export type WatchWorld = {
  store: Store
  rpc: NodeRpc
  proxy: FaultProxy
  /** A proxy without faults. */
  honest: FaultProxy
  owner: Address
  token: Address
  /** Of the control: the client asks with it, and takes logs that it does not get for none. */
  credulous?: OperatorFetch
}

const SPENDER = `0x${'5e'.repeat(20)}`
const LIMITS = { pollMs: 5, staleMs: 20, patienceMs: 0, keptBlocks: 64, maxAgeMs: Number.POSITIVE_INFINITY }
const RPC_LIMITS = { attemptTimeoutMs: 150, slowAttemptTimeoutMs: 250, backOffMs: 5, maxBackOffMs: 40 }
const SOMETIMES = 40
const FAULTY_MS = 250
const GIVE_UP_MS = 30_000

/** Approvals on a real chain, some of them revoked, while an endpoint misbehaves. Null when the alerts match the chain. */
export async function watchThrough(
  world: WatchWorld,
  name: string,
  fault: Fault,
  mode: FaultMode,
): Promise<string | null> {
  const { store, rpc, proxy, honest } = world
  const account = `${name}, ${mode}${world.credulous ? ', credulous' : ''}`
  const urls = mode === 'first' ? [proxy.url, honest.url] : [proxy.url]
  const source = createChainSource({ chain: 'ethereum', urls, limits: RPC_LIMITS })
  const watched: WatchedChain = { chain: 'ethereum', environment: 'live', instance: account }
  Object.assign(proxy, { fault: null, percent: mode === 'sometimes' ? SOMETIMES : 100 })
  const watcher = createChainWatcher({
    watched,
    node: 'torture',
    source: world.credulous === undefined ? source.blocks : credulousReads(source.blocks, proxy.url, world.credulous),
    store: store.watchedChains,
    judge: judgeFor(account),
    confirmations: 1,
    limits: LIMITS,
    now: Date.now,
    onDue: () => {},
    onReorganised: () => {},
    onSkipped: () => {},
    onSight: () => {},
    onProblem: () => {},
  })
  const isCaughtUp = async () => {
    const block = (await rpc('eth_getBlockByNumber', ['latest', false])) as { parentHash: Hex }
    return (await store.watchedChains.load(watched)).at(-1)?.hash === block.parentHash
  }
  const catchUp = async () => {
    const until = Date.now() + GIVE_UP_MS
    while (!(await isCaughtUp()) && Date.now() < until) await sleep(10)
    return isCaughtUp()
  }
  try {
    watcher.start()
    if (!(await catchUp())) return 'it does not start'
    const from = Number(await rpc('eth_blockNumber', [])) + 1
    proxy.fault = fault
    await approve(world, [1, 2])
    const snapshot = await rpc('evm_snapshot', [])
    await approve(world, [3])
    await rpc('anvil_mine', ['0x2'])
    await sleep(FAULTY_MS)
    await rpc('evm_revert', [snapshot])
    await rpc('anvil_mine', ['0x2'])
    await approve(world, [4, 5, 6])
    await rpc('anvil_mine', ['0x3'])
    const canHeal = mode === 'always'
    if (canHeal) {
      await sleep(FAULTY_MS)
      const early = await compare(world, account, from, false)
      if (early !== null) return `while it fails, ${early}`
      proxy.fault = null
    }
    if (!(await catchUp())) return 'it stands still'
    return await compare(world, account, from, true)
  } finally {
    proxy.fault = null
    await watcher.stop({ forget: true })
    await source.close()
  }
}

/** As blocks are read by many a client: what `eth_getLogs` answers are the logs, and an error is no log. */
function credulousReads(blocks: BlockReads, url: string, http: OperatorFetch): BlockReads {
  const ask = nodeRpc(url, http)
  return {
    ...blocks,
    async whole(header) {
      const answered = await ask('eth_getLogs', [{ blockHash: header.hash }]).catch(() => [])
      return { ...header, transactions: [], logs: answered as WholeBlock['logs'] }
    },
  }
}

/** One block for each amount. */
async function approve({ rpc, owner, token }: WatchWorld, amounts: number[]): Promise<void> {
  for (const amount of amounts) {
    const data = `0x095ea7b3${SPENDER.slice(2).padStart(64, '0')}${amount.toString(16).padStart(64, '0')}`
    await rpc('eth_sendTransaction', [{ from: owner, to: token, data, gas: '0x30000' }])
    await rpc('evm_mine', [])
  }
}

const APPROVAL = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'

function judgeFor(accountId: string): JudgeBlock {
  return async ({ logs, hash }) =>
    logs
      .filter(({ topics }) => topics[0] === APPROVAL)
      .map(({ transactionHash }) => ({
        accountId,
        environment: 'live' as const,
        type: 'approval.new',
        entity: null,
        at: 1_790_000_000_000,
        identity: transactionHash,
        data: JSON.stringify({ transactionHash, hash }),
      }))
}

/** What was told beside what the chain itself says; all of it must be there when `whole`. */
async function compare(
  { store, rpc }: WatchWorld,
  accountId: string,
  from: number,
  whole: boolean,
): Promise<string | null> {
  const until = Number(await rpc('eth_blockNumber', [])) - 1
  const logs = (await rpc('eth_getLogs', [
    { fromBlock: `0x${from.toString(16)}`, toBlock: `0x${until.toString(16)}`, topics: [APPROVAL] },
  ])) as { transactionHash: Hex; blockHash: Hex }[]
  const happened = new Map(logs.map(({ transactionHash, blockHash }) => [transactionHash, blockHash]))
  const all = { types: null, entity: null, since: null, until: null, beyond: null }
  const events = await store.events.list({ accountId, environment: 'live' }, { order: 'oldest', limit: 1_000, ...all })
  const told = events.map(({ data }) => JSON.parse(data) as { transactionHash: Hex; hash: Hex })
  // While it fails, what was told of a block that went since may not be withdrawn yet.
  const wrong = told.filter(({ transactionHash, hash }) => happened.get(transactionHash) !== hash)
  if (whole && wrong.length > 0) return `${wrong.length} events are wrong`
  if (new Set(told.map(({ transactionHash }) => transactionHash)).size !== told.length) return 'an event is told twice'
  if (whole && told.length !== happened.size) return `${told.length} of ${happened.size} events are told`
  return null
}
