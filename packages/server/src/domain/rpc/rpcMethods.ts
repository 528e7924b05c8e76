/** What the guarded endpoint does with a method: `local` is answered without a node, `read` by the network's endpoints. */
export type MethodKind = 'local' | 'read' | 'send' | 'forbidden'

/** Answered by the service itself: constants of the network. */
const LOCAL = new Set(['eth_chainId', 'net_version', 'web3_clientVersion', 'net_listening', 'eth_syncing'])

/** Reads of the chain that need no state of the node: any endpoint of the network may answer each of them. */
const READS = new Set([
  'eth_blockNumber',
  'eth_gasPrice',
  'eth_maxPriorityFeePerGas',
  'eth_blobBaseFee',
  'eth_feeHistory',
  'eth_getBalance',
  'eth_getCode',
  'eth_getStorageAt',
  'eth_getTransactionCount',
  'eth_getProof',
  'eth_call',
  'eth_estimateGas',
  'eth_createAccessList',
  'eth_getLogs',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getBlockReceipts',
  'eth_getBlockTransactionCountByHash',
  'eth_getBlockTransactionCountByNumber',
  'eth_getUncleCountByBlockHash',
  'eth_getUncleCountByBlockNumber',
  'eth_getTransactionByHash',
  'eth_getTransactionByBlockHashAndIndex',
  'eth_getTransactionByBlockNumberAndIndex',
  'eth_getTransactionReceipt',
])

/** Remedies by the beginning of the name; the first that fits counts. */
const REMEDIES: readonly (readonly [RegExp, string])[] = [
  [
    /^(eth_(sign|accounts|coinbase|requestAccounts|sendTransaction)|personal_|wallet_|account_)/,
    'this endpoint holds no keys: sign in the wallet and send eth_sendRawTransaction',
  ],
  [
    /^(eth_send|mev_|pfb_|flashbots_|bundler_|pm_)/,
    'send the signed transaction with eth_sendRawTransaction, which is scanned first',
  ],
  [
    /^eth_(new|uninstall|getFilter)/,
    'a filter belongs to one node: poll eth_getLogs with a block range, or eth_blockNumber',
  ],
  [/^eth_(un)?subscribe/, 'there is no socket here: poll eth_blockNumber and eth_getLogs'],
]

/** Allow-list: what it does not name is forbidden. */
export function methodKind(method: string): MethodKind {
  if (method === 'eth_sendRawTransaction') return 'send'
  if (LOCAL.has(method)) return 'local'
  return READS.has(method) ? 'read' : 'forbidden'
}

/** What to do instead of calling a forbidden method; ends a sentence. */
export function remedyFor(method: string): string {
  const known = REMEDIES.find(([names]) => names.test(method))
  return known?.[1] ?? 'only reads of the chain and eth_sendRawTransaction pass; ask a node of your own'
}
