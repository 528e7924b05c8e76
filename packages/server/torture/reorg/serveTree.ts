import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Hex } from '@redoubt/risk/address.ts'
import type { ForkTree, TreeBlock } from './forkTree.ts'

/** A node whose view of the chain lies some blocks back; it answers orphans by their hash, or has forgotten them. */
export type TreeNode = {
  url: string
  tree: ForkTree | null
  lag: number
  forgets: boolean
  close(): Promise<void>
}

type Request = { id: number; method: string; params: unknown[] }

const hex = (value: number): Hex => `0x${value.toString(16)}`

/** Serves a tree by JSON-RPC over HTTP, as a node of chain 1. */
export async function serveTree(): Promise<TreeNode> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Request | Request[]
    const answers = [body].flat().map(answer)
    response.end(JSON.stringify(Array.isArray(body) ? answers : answers[0]))
  })
  const answer = ({ id, method, params }: Request) => {
    const result = resultOf(node, method, params)
    return result === undefined
      ? { jsonrpc: '2.0', id, error: { code: -32_601, message: 'the method does not exist' } }
      : { jsonrpc: '2.0', id, result }
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const node: TreeNode = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tree: null,
    lag: 0,
    forgets: false,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return node
}

function resultOf({ tree, lag, forgets }: TreeNode, method: string, [first, full]: unknown[]): unknown {
  if (method === 'eth_chainId') return '0x1'
  if (tree === null) return undefined
  const head = tree.at(tree.head.number - lag, tree.head) ?? tree.head
  const byHash = (hash: unknown) => {
    const block = tree.byHash.get(hash as Hex)
    const canonical = block && tree.at(block.number, head) === block
    return block && (canonical || !forgets) ? block : undefined
  }
  if (method === 'eth_getBlockByNumber')
    return blockOf(first === 'latest' ? head : tree.at(Number(first), head), full === true)
  if (method === 'eth_getBlockByHash') return blockOf(byHash(first), full === true)
  if (method === 'eth_getLogs') return logsOf(byHash((first as { blockHash: Hex }).blockHash))
  return undefined
}

function blockOf(block: TreeBlock | undefined, full: boolean): object | null {
  if (block === undefined) return null
  const { number, hash, parent, bloom } = block
  const from = `0x${'11'.repeat(20)}`
  return {
    number: hex(number),
    hash,
    parentHash: parent?.hash ?? `0x${'00'.repeat(32)}`,
    logsBloom: bloom,
    timestamp: hex(1_790_000_000 + number),
    transactions: block.transactions.map((one) =>
      full ? { hash: one.hash, from, to: from, nonce: '0x0', value: '0x0', input: '0x' } : one.hash,
    ),
  }
}

function logsOf(block: TreeBlock | undefined): object[] | null {
  if (block === undefined) return null
  return block.transactions
    .flatMap(({ hash, logs }) =>
      logs.map((log) => ({ ...log, data: '0x', transactionHash: hash, blockHash: block.hash })),
    )
    .map((log, index) => ({ ...log, logIndex: hex(index) }))
}
