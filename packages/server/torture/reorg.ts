import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createChainSource } from '../src/evm/rpc/createChainSource.ts'
import { openStore, type Store } from '../src/store/openStore.ts'
import { withSchema } from '../src/testing/withSchema.ts'
import { createChainFollower } from '../src/watch/chain/followChain.ts'
import type { WatchStore } from '../src/watch/ports.ts'
import { SECRET } from './deliver/world.ts'
import type { TortureResult } from './main.ts'
import { type Random, randomOf } from './randomOf.ts'
import { type ForkTree, plantForkTree, type TreeBlock, WATCHED } from './reorg/forkTree.ts'
import { serveTree, type TreeNode } from './reorg/serveTree.ts'
import { judgeTree, limitsOf, NODE, type TreeWatch, watchedTree } from './reorg/watchTree.ts'

const TREES = Number(process.env.REORG_TREES ?? 1_000)
/** Seed of the first tree: parts of a run are added up. */
const FIRST = Number(process.env.REORG_FIRST ?? 1)
/** On a busy machine fewer trees are planted, which the result says, so that there is a verdict within five minutes. */
const MAX_MS = Number(process.env.REORG_SECONDS ?? 240) * 1_000
/** One tree in so many is watched by processes that are killed. */
const KILLED_EVERY = 5
/** Watched without withdrawing anything. */
const CONTROL_TREES = 10
const STEPS = 14
const MOVE_MS = 25
/** Within the stored depth: deeper blocks are final. */
const MAX_DEPTH = 20
const GIVE_UP_MS = 60_000

const COMPILED = join(tmpdir(), 'redoubt-reorg-compiled')

/** `withdraws` false: the watcher of the control goes back and leaves the events of orphaned blocks. */
type World = {
  store: Store
  database: string
  nodes: TreeNode[]
  source: ReturnType<typeof createChainSource>
  withdraws: boolean
}
type Counts = { blocks: number; reorganisations: number; events: number; sent: number; restarts: number; kills: number }

/**
 * Random fork trees, served over HTTP by two nodes (one may lag), and watched on a real database while they
 * grow: in the end the events are those of the canonical chain, each once. What a receiver was sent stays. Some run on
 * PostgreSQL too, where TORTURE_DATABASE_URL names a server. The control withdraws nothing of orphaned blocks, and must be found out.
 */
export default async function reorg(): Promise<TortureResult> {
  const folder = await mkdtemp(join(tmpdir(), 'redoubt-reorg-'))
  try {
    const sqlite = await tortureTrees(`sqlite:${join(folder, 'store.db')}`, TREES)
    const postgres = await withSchema(process.env.TORTURE_DATABASE_URL, (database) =>
      tortureTrees(database, Math.ceil(TREES / 10)),
    )
    const control = await tortureTrees(`sqlite:${join(folder, 'control.db')}`, CONTROL_TREES, { withdraws: false })
    const found = control.problems?.filter((problem) => problem.includes('did not happen')).length ?? 0
    const failed = sqlite.failed + (postgres?.failed ?? 0) + (found > 0 ? 0 : 1)
    return { ...sqlite, ...(postgres && { postgres }), failed, control: { trees: control.trees, found } }
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function tortureTrees(database: string, trees: number, { withdraws = true } = {}) {
  const store = await openStore(database, SECRET)
  const nodes = [await serveTree(), await serveTree()]
  const urls = nodes.map(({ url }) => url)
  const source = createChainSource({ chain: 'ethereum', urls, limits: { backOffMs: 1, maxBackOffMs: 5 } })
  const counts: Counts = { blocks: 0, reorganisations: 0, events: 0, sent: 0, restarts: 0, kills: 0 }
  const problems: string[] = []
  let killed = 0
  let planted = 0
  try {
    await store.migrate()
    const until = performance.now() + (trees / TREES) * MAX_MS
    for (let seed = FIRST; seed < FIRST + trees && performance.now() < until; seed++) {
      planted++
      const kills = withdraws && seed % KILLED_EVERY === 0
      if (kills) killed++
      const problem = await tortureTree({ store, database, nodes, source, withdraws }, seed, kills, counts).catch(
        String,
      )
      if (problem !== null) problems.push(`tree ${seed}: ${problem}`)
    }
  } finally {
    await source.close()
    await Promise.all(nodes.map((node) => node.close()))
    await store.close()
  }
  return {
    trees: planted,
    planned: trees,
    killed,
    ...counts,
    failed: problems.length,
    ...(problems.length > 0 && { problems: problems.slice(0, 20) }),
  }
}

/** Null when all was as it must be. */
async function tortureTree(world: World, seed: number, kills: boolean, counts: Counts): Promise<string | null> {
  const { store, nodes } = world
  const random = randomOf(seed)
  const watch: TreeWatch = {
    name: `tree ${seed}`,
    confirmations: random(4),
    patienceMs: random(2) === 0 ? 0 : 1e9,
  }
  const tree = await plantForkTree(watch.name, random)
  const [lag, forgets] = [random(3), random(2) === 0]
  for (const [index, node] of nodes.entries()) Object.assign(node, { tree, forgets, lag: index === seed % 2 ? lag : 0 })
  const owner = { accountId: watch.name, environment: 'live' } as const
  const webhook = await store.webhooks.create(owner, {
    url: 'https://h.example/',
    endpoint: watch.name,
    events: ['approval.new'],
    secret: 's',
    now: 0,
    entities: { spelled: [], keys: [] },
  })
  const watcher = createWatcher(world, watch)
  const first = tree.head.number - watch.confirmations + 1
  while ((await store.watchedChains.load(watchedTree(watch))).length === 0) await watcher.turn()
  const sent = new Set<string>()
  let child: ReturnType<typeof spawn> | null = null
  let highest = tree.head

  for (let step = 0; step < STEPS; step++) {
    highest = await move(tree, highest, first, random, counts)
    if (kills) {
      child ??= spawnWatcher(world, watch)
      await sleep(random(MOVE_MS))
      if (random(STEPS) < 2) {
        await kill(child, counts)
        child = null
      }
    } else {
      for (let turns = random(4); turns > 0; turns--) await watcher.turn()
      if (random(6) === 0) {
        watcher.restart()
        counts.restarts++
      }
    }
    if (random(8) === 0) for (const one of await send(store, random)) sent.add(one)
  }

  // The chain goes on: the last word is its longest branch.
  tree.head = await tree.grow(tree.head, highest.number - tree.head.number + 1 + watch.confirmations)
  const confirmed = tree.at(tree.head.number - watch.confirmations, tree.head) as TreeBlock
  const until = Date.now() + GIVE_UP_MS
  const isThere = async () => (await store.watchedChains.load(watchedTree(watch))).at(-1)?.hash === confirmed.hash
  if (kills) {
    // In the middle of its start, at the first look, or at work.
    if (child) await sleep(random(700))
    if (child) await kill(child, counts)
    child = spawnWatcher(world, watch)
  }
  while (!(await isThere())) {
    if (Date.now() > until) break
    await (kills ? sleep(5) : watcher.turn())
  }
  if (child) await kill(child, null)
  const problem = (await isThere())
    ? await compare(store, owner, tree, { first, confirmed, sent }, counts)
    : 'it stands still'
  await store.webhooks.delete(owner, webhook.id)
  return problem
}

/** The head goes on, or to a fork: as a rule longer than all before, sometimes not. */
async function move(
  tree: ForkTree,
  highest: TreeBlock,
  first: number,
  random: Random,
  counts: Counts,
): Promise<TreeBlock> {
  if (random(3) > 0) tree.head = await tree.grow(tree.head, 1 + random(4))
  else {
    const lowest = Math.max(first - 1, highest.number - MAX_DEPTH)
    const on = tree.at(lowest + random(tree.head.number - lowest + 1), tree.head) ?? tree.head
    const longer = highest.number - on.number + 1 + random(3)
    tree.head = await tree.grow(on, random(4) === 0 ? 1 + random(longer) : longer)
    counts.reorganisations++
  }
  return tree.head.number > highest.number ? tree.head : highest
}

/** Takes some deliveries, as a worker does that is about to send them. */
async function send(store: Store, random: Random): Promise<string[]> {
  const bodyOf = ({ data }: { data: string }) => data
  const leased = await store.outbox.lease({ now: Date.now(), leaseMs: 1e9, limit: 1 + random(5), without: [], bodyOf })
  return leased.map(({ body }) => JSON.parse(body).identity as string)
}

async function compare(
  store: Store,
  owner: { accountId: string; environment: 'live' },
  tree: ForkTree,
  { first, confirmed, sent }: { first: number; confirmed: TreeBlock; sent: Set<string> },
  counts: Counts,
): Promise<string | null> {
  const expected = new Set<string>()
  for (let number = first; number <= confirmed.number; number++) {
    const block = tree.at(number, confirmed)
    for (const { hash, logs } of block?.transactions ?? [])
      for (const [place, { address }] of logs.entries()) if (address === WATCHED) expected.add(`${hash}:${place}`)
  }
  const all = { types: null, entity: null, since: null, until: null, beyond: null }
  const events = await store.events.list(owner, { order: 'oldest', limit: 10_000, ...all })
  const told = events.map(({ data }) => JSON.parse(data).identity as string)
  counts.blocks += confirmed.number - first + 1
  counts.events += expected.size
  counts.sent += sent.size
  const missing = [...expected].filter((one) => !told.includes(one))
  if (missing.length > 0) return `${missing.length} of ${expected.size} events are missing`
  const wrong = told.filter((one) => !expected.has(one) && !sent.has(one))
  if (wrong.length > 0) return `${wrong.length} events did not happen`
  if (new Set(told).size !== told.length) return 'an event is told twice'
  if (events.some(({ deliveries }) => deliveries.length !== 1)) return 'an event has not one delivery'
  return [...sent].every((one) => told.includes(one)) ? null : 'what was sent is forgotten'
}

/** A watcher in this process that is stepped. */
function createWatcher({ store, source, withdraws }: World, watch: TreeWatch) {
  const stop = new AbortController()
  const create = () =>
    createChainFollower({
      watched: watchedTree(watch),
      node: NODE,
      source: source.blocks,
      store: withdraws ? store.watchedChains : withdrawingNothing(store.watchedChains),
      now: Date.now,
      judge: judgeTree(watch),
      confirmations: watch.confirmations,
      limits: limitsOf(watch),
      news: { passed: () => {}, reorganised: () => {}, skipped: () => {} },
    })
  let follower = create()
  return {
    async turn() {
      await store.watchedChains.lead(watchedTree(watch), NODE, Date.now(), GIVE_UP_MS)
      // A node that lags does not know the head yet: the next turn asks again.
      await follower.turn(stop.signal).catch(() => sleep(2))
    },
    restart() {
      follower = create()
    },
  }
}

/** Starts anew at the ancestor instead of going back to it. */
function withdrawingNothing(chains: WatchStore): WatchStore {
  return {
    lead: chains.lead.bind(chains),
    release: chains.release.bind(chains),
    load: chains.load.bind(chains),
    begin: chains.begin.bind(chains),
    status: chains.status.bind(chains),
    advance: chains.advance.bind(chains),
    forget: chains.forget.bind(chains),
    async rollBack(watched, node, to) {
      await chains.forget(watched, node)
      await chains.lead(watched, node, Date.now(), GIVE_UP_MS)
      await chains.begin(watched, node, to)
      return 0
    },
  }
}

function spawnWatcher({ database, nodes }: World, watch: TreeWatch) {
  const file = join(import.meta.dirname, 'reorg/watcherProcess.ts')
  const args = [file, database, JSON.stringify(watch), ...nodes.map(({ url }) => url)]
  // Half of a start is compilation.
  const env = { ...process.env, NODE_COMPILE_CACHE: COMPILED }
  return spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'], env })
}

async function kill(child: ReturnType<typeof spawn>, counts: Counts | null): Promise<void> {
  if (counts) counts.kills++
  if (child.exitCode !== null) throw new Error(`the watcher ended by itself: ${child.exitCode}`)
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}
