import { createChainSource } from '../../src/evm/rpc/createChainSource.ts'
import { openStore } from '../../src/store/openStore.ts'
import { createChainWatcher } from '../../src/watch/chain/watchChain.ts'
import { SECRET } from '../deliver/world.ts'
import { judgeTree, limitsOf, NODE, type TreeWatch, watchedTree } from './watchTree.ts'

// Watches a tree until it is killed.
// node watcherProcess.ts DATABASE_URL TREE_WATCH URL...

const [database = '', watch = '{}', ...urls] = process.argv.slice(2)
const tree = JSON.parse(watch) as TreeWatch
const store = await openStore(database, SECRET)
const source = createChainSource({ chain: 'ethereum', urls, limits: { backOffMs: 1, maxBackOffMs: 5 } })
createChainWatcher({
  watched: watchedTree(tree),
  node: NODE,
  source: source.blocks,
  store: store.watchedChains,
  now: Date.now,
  judge: judgeTree(tree),
  confirmations: tree.confirmations,
  limits: limitsOf(tree),
  onDue: () => {},
  onReorganised: () => {},
  onSkipped: () => {},
  onSight: () => {},
  onProblem: () => {},
}).start()
