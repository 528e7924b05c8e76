import { createHash } from 'node:crypto'
import type { Hex } from '@redoubt/risk/address.ts'
import { CHAIN_IDS } from '@redoubt/risk/chain.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { readAddress, readCode, readObject, readQuantity, readWord } from '../../rpc/rpcValues.ts'
import type { ShimSource } from './scout.ts'

export type ShimAnswer = { jsonrpc: '2.0'; id: unknown } & ({ result: unknown } | { error: object })

/** Begins every error the shim gives the engine, so that it is recognised when the engine hands it on. */
export const SHIM_ERROR = 'pinned state unavailable'

const ZERO_HASH: Hex = `0x${'00'.repeat(32)}`
const NO_UNCLES: Hex = '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347'
const EMPTY_ROOT: Hex = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421'

/** Answers one request of the engine from the pinned block, always, if only with an error. */
export async function answerShimRequest(
  request: unknown,
  block: PinnedBlock,
  source: ShimSource,
  signal: AbortSignal,
): Promise<ShimAnswer> {
  const { id, method, params } = readObject(request, 'request')
  try {
    const result = await answer(String(method), Array.isArray(params) ? params : [], block, source, signal)
    if (result === undefined) return { jsonrpc: '2.0', id, error: { code: -32_601, message: `no ${method} here` } }
    return { jsonrpc: '2.0', id, result }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { jsonrpc: '2.0', id, error: { code: -32_000, message: `${SHIM_ERROR}: ${why}` } }
  }
}

async function answer(
  method: string,
  params: unknown[],
  block: PinnedBlock,
  source: ShimSource,
  signal: AbortSignal,
): Promise<unknown> {
  switch (method) {
    case 'eth_chainId':
      return quantity(BigInt(CHAIN_IDS[block.chain]))
    case 'eth_blockNumber':
      return quantity(block.number)
    case 'eth_gasPrice':
      return quantity(block.baseFeePerGas)
    case 'eth_getBalance':
      return quantity(await source.balance(block, account(params, block), signal))
    case 'eth_getTransactionCount':
      return quantity(BigInt(await source.nonce(block, account(params, block), signal)))
    case 'eth_getCode':
      // Checked once more at the engine's door: malformed 0xef01 code aborts the process.
      return readCode(await source.code(block, account(params, block), signal))
    case 'eth_getStorageAt': {
      const address = account([params[0], params[2]], block)
      return readWord(await source.storage(block, address, quantity(readQuantity(params[1])), signal))
    }
    case 'eth_getBlockByHash':
      if (params[0] !== block.hash) throw new Error('another block than the pinned one')
      return header(block, block.number, block.hash)
    case 'eth_getBlockByNumber':
      return blockByNumber(params[0], block, source, signal)
    default:
      return undefined
  }
}

/** BLOCKHASH asks for other blocks by number; only their hash matters. */
async function blockByNumber(wanted: unknown, block: PinnedBlock, source: ShimSource, signal: AbortSignal) {
  const number = wanted === 'latest' ? block.number : readQuantity(wanted)
  if (number === block.number) return header(block, number, block.hash)
  if (number > block.number) {
    // A run pretends to be days later: those blocks have no hash yet, any unpredictable one is as true as another.
    const pretended = createHash('sha256').update(`${block.hash}:${number}`).digest('hex')
    return header(block, number, `0x${pretended}`)
  }
  return header(block, number, await source.blockHash(number, signal))
}

function account(params: unknown[], block: PinnedBlock) {
  if (params[1] !== 'latest' && readQuantity(params[1]) !== block.number)
    throw new Error('another block than the pinned one')
  return readAddress(params[0])
}

function quantity(value: bigint): Hex {
  return `0x${value.toString(16)}`
}

/** A complete header; what the engine does not use is filled with the values of an empty block. */
function header(block: PinnedBlock, number: bigint, hash: Hex): Record<string, unknown> {
  return {
    number: quantity(number),
    hash,
    parentHash: ZERO_HASH,
    sha3Uncles: NO_UNCLES,
    logsBloom: `0x${'00'.repeat(256)}`,
    transactionsRoot: EMPTY_ROOT,
    stateRoot: EMPTY_ROOT,
    receiptsRoot: EMPTY_ROOT,
    miner: block.coinbase,
    // Rules before Paris read it, and later ones do not: what the opcode answers is one value either way.
    difficulty: quantity(BigInt(block.prevRandao)),
    totalDifficulty: '0x0',
    extraData: '0x',
    size: '0x0',
    gasLimit: quantity(block.gasLimit),
    gasUsed: quantity(block.gasUsed ?? 0n),
    timestamp: quantity(block.timestamp),
    baseFeePerGas: quantity(block.baseFeePerGas),
    mixHash: block.prevRandao,
    nonce: '0x0000000000000000',
    excessBlobGas: quantity(block.excessBlobGas ?? 0n),
    blobGasUsed: quantity(block.blobGasUsed ?? 0n),
    parentBeaconBlockRoot: ZERO_HASH,
    withdrawalsRoot: EMPTY_ROOT,
    transactions: [],
    uncles: [],
    withdrawals: [],
  }
}
