import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import { COIN_LOGS } from '@redoubt/risk/facts/execution.ts'
import { hexToBytes, keccak256 } from 'viem/utils'
import {
  MalformedAnswer,
  readAddress,
  readArray,
  readData,
  readHash,
  readObject,
  readQuantity,
  readWord,
  stateSyncOf,
} from './rpcValues.ts'

/** Values whose bits are remembered: tokens and topics come in every block. */
const REMEMBERED = 20_000

/** Hashes between two turns of the event loop: 5 ms or so. */
const HASHES_A_TURN = 1_000

const known = new Map<Hex, Bits>()

/** The part of a block that its successor proves. Timestamp in Unix seconds. */
export type ChainHeader = { number: bigint; hash: Hex; parentHash: Hex; timestamp: bigint }
/** An authorisation as its transaction carries it (EIP-7702), not verified. `chainId` 0: for every network. */
type CarriedAuthorization = { chainId: bigint; address: Address; nonce: bigint; yParity: number; r: Hex; s: Hex }
type BlockTransaction = {
  hash: Hex
  from: Address
  to: Address | null
  nonce: bigint
  value: bigint
  input: Hex
  authorizations?: CarriedAuthorization[]
}
/** A block with its whole content, in order. */
export type WholeBlock = ChainHeader & {
  transactions: BlockTransaction[]
  logs: { address: Address; topics: Hex[]; data: Hex; transactionHash: Hex; logIndex: number }[]
}

/**
 * A block and its logs, which must be all of them: numbered without a gap, of transactions of the block, in their order, and
 * with the bloom that the header has. An endpoint without an index of logs, or behind with it, answers none.
 * @param header the block that was asked for.
 * @throws MalformedAnswer when they are not.
 */
export async function readWholeBlock(
  chain: Chain,
  header: ChainHeader,
  given: { block: unknown; logs: unknown },
): Promise<WholeBlock> {
  const read = readHeader(given.block)
  if (read.hash !== header.hash || read.number !== header.number || read.parentHash !== header.parentHash)
    throw new MalformedAnswer('block: another one was asked for', read.hash)
  const { transactions: list, logsBloom: bloom } = readObject(given.block, 'block')
  const transactions = readArray(list, 'transactions').map(readTransaction)
  const positions = new Map(transactions.map(({ hash }, position) => [hash, position]))
  if (positions.size !== transactions.length) throw new MalformedAnswer('transactions: one is repeated in', read.hash)
  const logs = readArray(given.logs, 'logs')
    .map((one) => readLog(one, header.hash))
    .sort((a, b) => a.logIndex - b.logIndex)
  const outside = stateSyncOf(chain, header)
  checkOrder(logs, positions, outside)
  await checkBloom(logs, readData(bloom, 'logs bloom'), outside)
  // The bloom covers them: they are left out only now.
  return { ...read, transactions, logs: logs.filter(({ address }) => address !== COIN_LOGS) }
}

/** A header as eth_getBlockBy… answers it. @throws MalformedAnswer, also for null: only blocks that exist are asked for. */
export function readHeader(value: unknown): ChainHeader {
  const block = readObject(value, 'block')
  return {
    number: readQuantity(block.number, 'block number'),
    hash: readHash(block.hash, 'block hash'),
    parentHash: readHash(block.parentHash, 'parent hash'),
    timestamp: readQuantity(block.timestamp, 'block timestamp'),
  }
}

function readTransaction(value: unknown): BlockTransaction {
  const { hash, from, to, nonce, value: sent, input, authorizationList } = readObject(value, 'transaction')
  return {
    hash: readHash(hash),
    from: readAddress(from),
    to: to == null ? null : readAddress(to),
    value: readQuantity(sent, 'value'),
    input: readData(input, 'input'),
    nonce: readQuantity(nonce, 'nonce'),
    ...(authorizationList != null && {
      authorizations: readArray(authorizationList, 'authorization list').map(readAuthorization),
    }),
  }
}

function readAuthorization(value: unknown): CarriedAuthorization {
  const { chainId, address, nonce, yParity, v, r, s } = readObject(value, 'authorization')
  return {
    chainId: readQuantity(chainId, 'chain id'),
    address: readAddress(address),
    nonce: readQuantity(nonce, 'nonce'),
    yParity: Number(readQuantity(yParity ?? v, 'parity')),
    r: readWord(r, 'r'),
    s: readWord(s, 's'),
  }
}

function readLog(value: unknown, block: Hex): WholeBlock['logs'][number] {
  const { address, topics, data, transactionHash, logIndex, blockHash, removed } = readObject(value, 'log')
  if (readHash(blockHash) !== block || removed === true)
    throw new MalformedAnswer('log: it is of another block', blockHash)
  const read = readArray(topics, 'topics').map((topic) => readHash(topic, 'topic'))
  if (read.length > 4) throw new MalformedAnswer('topics', topics)
  return {
    address: readAddress(address),
    topics: read,
    data: readData(data),
    transactionHash: readHash(transactionHash),
    logIndex: Number(readQuantity(logIndex, 'log index')),
  }
}

function checkOrder(logs: WholeBlock['logs'], positions: Map<Hex, number>, outside: Hex | null): void {
  let reached = 0
  for (const [index, { logIndex, transactionHash }] of logs.entries()) {
    if (transactionHash === outside) continue
    const position = positions.get(transactionHash)
    if (position === undefined || position < reached) throw new MalformedAnswer('log: its transaction', transactionHash)
    if (logIndex !== index) throw new MalformedAnswer('log index: there is a gap before', logIndex)
    reached = position
  }
}

/** Checks the logs' bloom. Outside logs may be in it or not: Polygon counts them since its blocks hold them. */
async function checkBloom(logs: WholeBlock['logs'], expected: Hex, outside: Hex | null): Promise<void> {
  if ((await logsBloom(logs)) === expected) return
  const inside = logs.filter(({ transactionHash }) => transactionHash !== outside)
  if (inside.length < logs.length && (await logsBloom(inside)) === expected) return
  throw new MalformedAnswer('logs: they are not those of the bloom of', expected.slice(0, 20))
}

type Bits = readonly [number, number, number]

/** The bloom filter that a header has of its block's logs, 256 bytes in lower case: addresses and topics, three bits each. */
export async function logsBloom(logs: readonly { address: Hex; topics: readonly Hex[] }[]): Promise<Hex> {
  const bytes = Buffer.alloc(256)
  let hashed = 0
  for (const { address, topics } of logs) {
    for (const value of [address, ...topics]) {
      let bits = known.get(value)
      if (bits === undefined) {
        if (known.size >= REMEMBERED) known.clear()
        bits = bitsOf(value)
        known.set(value, bits)
        if (++hashed % HASHES_A_TURN === 0) await yieldToEventLoop()
      }
      for (const bit of bits) bytes[255 - (bit >> 3)] = (bytes[255 - (bit >> 3)] ?? 0) | (1 << (bit & 7))
    }
  }
  return `0x${bytes.toString('hex')}`
}

/** The low 11 bits of the first three pairs of bytes of its hash (yellow paper, 4.4.1). */
function bitsOf(value: Hex): Bits {
  const hash = keccak256(hexToBytes(value), 'bytes')
  const bit = (at: number) => (((hash[at] ?? 0) << 8) | (hash[at + 1] ?? 0)) & 2047
  return [bit(0), bit(2), bit(4)]
}
