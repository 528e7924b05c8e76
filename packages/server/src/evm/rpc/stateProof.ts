import type { Address, Hex } from '@redoubt/risk/address.ts'
import { fromRlp, keccak256, toRlp } from 'viem/utils'
import { MalformedAnswer, readArray, readData, readObject, readQuantity } from './rpcValues.ts'

/** Members of an account that a state root proves (EIP-1186). Quantities as canonical hex, `codeHash` of the empty code for none. */
export type ProvenAccount = { balance: Hex; nonce: Hex; codeHash: Hex; word: Hex | null }

const EMPTY_CODE_HASH = keccak256('0x')
const EMPTY_ROOT = keccak256('0x80')
const NO_ACCOUNT: readonly Hex[] = ['0x', '0x', EMPTY_ROOT, EMPTY_CODE_HASH]

/**
 * Verifies an answer of eth_getProof against a state root.
 * @param slot storage word that is proven too; null: none.
 * @throws MalformedAnswer when the proof does not lead from the root to the account.
 */
export function readProof(
  result: unknown,
  { root, address, slot }: { root: Hex; address: Address; slot: Hex | null },
): ProvenAccount {
  const { accountProof, storageProof } = readObject(result, 'proof')
  const leaf = walk(root, keccak256(address), readNodes(accountProof))
  const [nonce, balance, storageRoot, codeHash] = leaf === null ? NO_ACCOUNT : (fromRlp(leaf) as Hex[])
  if (storageRoot === undefined || codeHash === undefined) throw new MalformedAnswer('account proof', leaf)
  return {
    nonce: canonical(nonce),
    balance: canonical(balance),
    codeHash,
    word: slot === null ? null : wordOf(storageRoot, slot, storageProof),
  }
}

function wordOf(storageRoot: Hex, slot: Hex, storageProof: unknown): Hex {
  const key: Hex = `0x${BigInt(slot).toString(16).padStart(64, '0')}`
  const [first] = readArray(storageProof, 'storage proof')
  const nodes = readNodes(readObject(first, 'storage proof').proof)
  const leaf = storageRoot === EMPTY_ROOT ? null : walk(storageRoot, keccak256(key), nodes)
  const value = leaf === null ? 0n : BigInt(fromRlp(leaf) as Hex)
  return `0x${value.toString(16).padStart(64, '0')}`
}

function readNodes(value: unknown): Hex[] {
  return readArray(value, 'proof nodes').map((node) => readData(node, 'proof node'))
}

type Node = Hex | Node[]

/** Follows a key from the root (Ethereum yellow paper, appendix D). Null: the trie proves that it holds no such key. */
function walk(root: Hex, key: Hex, nodes: readonly Hex[]): Hex | null {
  const byHash = new Map(nodes.map((node) => [keccak256(node), node]))
  const open = (reference: Node): Node[] => {
    if (Array.isArray(reference)) return reference
    const node = byHash.get(reference)
    if (node === undefined) throw new MalformedAnswer('proof: a node is missing', reference)
    return fromRlp(node) as Node[]
  }
  if (root === EMPTY_ROOT) return null
  let path = key.slice(2)
  let node = open(root)
  for (;;) {
    if (node.length === 17) {
      const next = node[path === '' ? 16 : Number.parseInt(path[0] ?? '', 16)]
      if (next === undefined || next === '0x') return null
      if (path === '') return next as Hex
      path = path.slice(1)
      node = open(next)
      continue
    }
    const [encoded, next] = node
    if (node.length !== 2 || typeof encoded !== 'string' || next === undefined)
      throw new MalformedAnswer('proof node', node)
    const flag = Number.parseInt(encoded[2] ?? '', 16)
    const part = encoded.slice(flag % 2 === 1 ? 3 : 4)
    const isLeaf = flag >= 2
    if (isLeaf ? path !== part : !path.startsWith(part)) return null
    if (isLeaf) return next as Hex
    path = path.slice(part.length)
    node = open(next)
  }
}

function canonical(value: Hex | undefined): Hex {
  return value === undefined || value === '0x' ? '0x0' : `0x${BigInt(value).toString(16)}`
}

/** Members of a header in the order of its hash; those behind the fifteenth came with forks, each with all before it. */
const HEADER = ['parentHash', 'sha3Uncles', 'miner', 'stateRoot', 'transactionsRoot', 'receiptsRoot', 'logsBloom']
const NUMBERS = ['difficulty', 'number', 'gasLimit', 'gasUsed', 'timestamp']
const REST = ['extraData', 'mixHash', 'nonce']
const FORKS: readonly (readonly [member: string, isNumber: boolean])[] = [
  ['baseFeePerGas', true],
  ['withdrawalsRoot', false],
  ['blobGasUsed', true],
  ['excessBlobGas', true],
  ['parentBeaconBlockRoot', false],
  ['requestsHash', false],
]

/**
 * Returns the state root of a header as eth_getBlockBy… answers it, and whether the header has that hash, which proves the root.
 * @throws MalformedAnswer when a member is missing.
 */
export function readStateRoot(value: unknown, hash: Hex): { root: Hex; isProven: boolean } {
  const header = readObject(value, 'block')
  const number = (member: string): Hex => {
    const quantity = readQuantity(header[member], member)
    return quantity === 0n ? '0x' : evenHex(quantity)
  }
  const data = (member: string): Hex => readData(header[member], member)
  const forks = FORKS.filter(([member]) => header[member] != null)
  const fields = [
    ...HEADER.map(data),
    ...NUMBERS.map(number),
    ...REST.map(data),
    ...forks.map(([member, isNumber]) => (isNumber ? number(member) : data(member))),
  ]
  return { root: data('stateRoot'), isProven: keccak256(toRlp(fields)) === hash }
}

function evenHex(quantity: bigint): Hex {
  const digits = quantity.toString(16)
  return `0x${digits.length % 2 === 1 ? '0' : ''}${digits}`
}
