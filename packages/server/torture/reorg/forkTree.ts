import type { Address, Hex } from '@redoubt/risk/address.ts'
import { keccak256, stringToHex } from 'viem/utils'
import { logsBloom } from '../../src/evm/rpc/readWholeBlock.ts'
import type { Random } from '../randomOf.ts'

type TreeTransaction = { hash: Hex; logs: { address: Address; topics: Hex[] }[] }
export type TreeBlock = {
  number: number
  hash: Hex
  parent: TreeBlock | null
  transactions: TreeTransaction[]
  bloom: Hex
}
/** A chain and its forks; `head` is what its node believes at the moment. */
export type ForkTree = {
  head: TreeBlock
  byHash: Map<Hex, TreeBlock>
  /** The block of a number on the way to a block. */
  at(number: number, head: TreeBlock): TreeBlock | undefined
  /** Adds blocks to a block, and answers the last of them. */
  grow(on: TreeBlock, length: number): Promise<TreeBlock>
}

const ROOT = 1_000
/** Whose logs are events. */
export const WATCHED: Address = `0x${'aa'.repeat(20)}`
const OTHERS: Address[] = ['bb', 'cc'].map((byte): Address => `0x${byte.repeat(20)}`)
const TRANSACTIONS = 60
const TRANSACTIONS_A_BLOCK = 4

/** Transactions wait in one pool: each comes once on every way, in whatever block. */
function createForkTree(name: string, random: Random): ForkTree {
  const hashOf = (what: string) => keccak256(stringToHex(`${name} ${what}`))
  const pool = Array.from({ length: TRANSACTIONS }, (_, index): TreeTransaction => {
    const logs = Array.from({ length: random(4) }, () => ({
      address: random(2) === 0 ? WATCHED : (OTHERS[random(2)] as Address),
      topics: Array.from({ length: random(5) }, () => hashOf(`topic ${random(6)}`)),
    }))
    return { hash: hashOf(`transaction ${index}`), logs }
  })
  const byHash = new Map<Hex, TreeBlock>()

  async function child(parent: TreeBlock | null): Promise<TreeBlock> {
    const used = new Set<Hex>()
    for (let block = parent; block; block = block.parent) for (const { hash } of block.transactions) used.add(hash)
    const waiting = pool.filter(({ hash }) => !used.has(hash))
    const transactions = Array.from({ length: random(TRANSACTIONS_A_BLOCK) }, () => {
      const [chosen] = waiting.splice(random(waiting.length), 1)
      return chosen
    }).filter((one) => one !== undefined)
    const block: TreeBlock = {
      number: parent ? parent.number + 1 : ROOT,
      hash: hashOf(`block ${byHash.size}`),
      parent,
      transactions,
      bloom: await logsBloom(transactions.flatMap(({ logs }) => logs)),
    }
    byHash.set(block.hash, block)
    return block
  }

  async function grow(on: TreeBlock, length: number): Promise<TreeBlock> {
    let block = on
    for (let added = 0; added < length; added++) block = await child(block)
    return block
  }
  const tree: ForkTree = {
    head: { number: 0, hash: '0x', parent: null, transactions: [], bloom: '0x' },
    byHash,
    grow,
    at(number, head) {
      let block: TreeBlock | null = head
      while (block && block.number > number) block = block.parent
      return block?.number === number ? block : undefined
    },
  }
  return tree
}

/** A tree with a trunk of some blocks. */
export async function plantForkTree(name: string, random: Random): Promise<ForkTree> {
  const tree = createForkTree(name, random)
  const root: TreeBlock = {
    number: ROOT,
    hash: keccak256(stringToHex(name)),
    parent: null,
    transactions: [],
    bloom: await logsBloom([]),
  }
  tree.byHash.set(root.hash, root)
  tree.head = await tree.grow(root, 4 + random(6))
  return tree
}
