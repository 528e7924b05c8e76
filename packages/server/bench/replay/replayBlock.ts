import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { keccak256 } from 'viem'
import { readBlock } from '../../src/evm/rpc/heads.ts'
import { hardforkAt } from '../../src/evm/simulation/engine/hardfork.ts'
import { type FixtureAccount, fixtureSource } from './fixtureSource.ts'
import { rawTransaction } from './rawTransaction.ts'
import { withReplayChild } from './replayChild.ts'

/** As eth_getBlockByNumber answers it, with whole transactions. */
export type RecordedBlock = Record<string, unknown> & { transactions: Record<string, unknown>[] }

export const ENGINE_FLAGS = ['--disable-pool-balance-checks', '--disable-min-priority-fee', '--disable-code-size-limit']
/** What must come out; headers before Cancun have no blob gas. */
const CHECKED = ['gasUsed', 'logsBloom', 'receiptsRoot', 'blobGasUsed', 'excessBlobGas'] as const
/** A parent with so much blob gas hands its excess on as it is (EIP-4844, EIP-7691). */
const BLOB_GAS_TARGET: Readonly<Record<string, bigint>> = { cancun: 393_216n, prague: 786_432n }
const BEACON_ROOTS: Address = '0x000f3df6d732807ef1319fb7b8bb8522d0beac02'
const BLOCK_HASHES: Address = '0x0000f90827f1c53a10cb7a02335b175320002935'
const RING = 8191n

/** Transactions whose recorded hash is not that of the bytes made of their members. */
export function wronglyEncoded({ transactions }: RecordedBlock): string[] {
  const exact = (transaction: Record<string, unknown>): boolean => {
    const raw = rawTransaction(transaction)
    return raw !== null && keccak256(raw) === transaction.hash
  }
  return transactions.filter((one) => !exact(one)).map(({ hash, type }) => `${hash} of type ${type}`)
}

/**
 * Executes a recorded block on the engine, forked at its parent, as one block: null when it comes to what the header
 * says, else what differs. It is the engine's pending block that is compared: a mined one has a randomness of the
 * engine's own (a hash of the parent's) and is otherwise the same.
 */
export async function replayBlock(
  block: RecordedBlock,
  accounts: ReadonlyMap<Address, FixtureAccount>,
  hashes: ReadonlyMap<bigint, Hex>,
): Promise<object | null> {
  const wrong = wronglyEncoded(block)
  if (wrong.length > 0) return { problem: 'transactions encode to another hash', transactions: wrong }
  const own = readBlock('ethereum', block)
  const hardfork = hardforkAt('ethereum', own.number, own.timestamp)
  const parent = parentOf(block, own, hardfork)
  const source = fixtureSource(parent, withSystemCalls(block, own, accounts), hashes)
  return withReplayChild({ block: parent, source, hardfork, flags: ENGINE_FLAGS }, async (rpc) => {
    await rpc('anvil_setCoinbase', block.miner)
    await rpc('evm_setBlockGasLimit', block.gasLimit)
    await rpc('anvil_setNextBlockBaseFeePerGas', block.baseFeePerGas)
    await rpc('evm_setNextBlockTimestamp', block.timestamp)
    // The engine takes blob transactions without their blobs because it impersonates: it does not verify proofs then.
    for (const transaction of block.transactions) await rpc('eth_sendRawTransaction', rawTransaction(transaction))
    const made = (await rpc('eth_getBlockByNumber', 'pending', false)) as RecordedBlock
    const differs = CHECKED.filter((field) => block[field] !== undefined && made[field] !== block[field])
    const missing = block.transactions.length - made.transactions.length
    if (differs.length === 0 && missing === 0) return null
    return { differs, missing, gasUsed: Number(made.gasUsed), expected: Number(block.gasUsed) }
  })
}

/**
 * The pinned parent. The engine takes what PREVRANDAO and DIFFICULTY answer, and the price of blobs, from its header.
 * (As DIFFICULTY it takes the randomness from block 15,537,351 on, 43 blocks before proof of work ended; the header
 * it is shown has the same value in both places.)
 */
export function parentOf(block: RecordedBlock, own: PinnedBlock, hardfork: string): PinnedBlock {
  return {
    chain: 'ethereum',
    number: own.number - 1n,
    hash: block.parentHash as Hex,
    timestamp: own.timestamp - 1n,
    baseFeePerGas: own.baseFeePerGas,
    gasLimit: own.gasLimit,
    coinbase: own.coinbase,
    prevRandao: own.prevRandao,
    excessBlobGas: BigInt(String(block.excessBlobGas ?? 0)),
    blobGasUsed: BLOB_GAS_TARGET[hardfork] ?? 0n,
  }
}

/** With what the protocol writes before the first transaction (EIP-4788, EIP-2935), which the engine leaves undone. */
export function withSystemCalls(
  block: RecordedBlock,
  own: PinnedBlock,
  accounts: ReadonlyMap<Address, FixtureAccount>,
): Map<Address, FixtureAccount> {
  const all = new Map(accounts)
  const write = (address: Address, slot: bigint, value: unknown) => {
    const account = all.get(address)
    if (account === undefined || value === undefined) return
    const word: Hex = `0x${BigInt(String(value)).toString(16).padStart(64, '0')}`
    all.set(address, { ...account, storage: new Map([...account.storage, [slot, word]]) })
  }
  write(BEACON_ROOTS, own.timestamp % RING, own.timestamp)
  write(BEACON_ROOTS, (own.timestamp % RING) + RING, block.parentBeaconBlockRoot)
  write(BLOCK_HASHES, (own.number - 1n) % RING, block.parentHash)
  return all
}
