import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Address, Hex, PinnedBlock } from '../src/risk/facts.ts'
import { hardforkAt } from '../src/sources/simulation/engine/hardfork.ts'
import type { BenchOptions } from './main.ts'
import { type FixtureAccount, fixtureSource } from './replay/fixtureSource.ts'
import { rawTransaction } from './replay/rawTransaction.ts'
import { withReplayChild } from './replay/replayChild.ts'

type Block = Record<string, unknown> & { transactions: Record<string, unknown>[] }
type Recorded = { balance?: string; nonce: number; codeHash?: string; storage: Record<Hex, Hex>; basic?: Recorded }

const LONDON = 12_965_000n
const FLAGS = ['--disable-pool-balance-checks', '--disable-min-priority-fee', '--disable-code-size-limit']

/**
 * Replays real blocks: the engine is forked at the parent with the recorded state, mines all transactions as one block,
 * and must come to the header's gasUsed, logs bloom and receipts root (which covers every status and log).
 */
export default async function blocks({ data }: BenchOptions): Promise<object> {
  const folder = join(data, 'mainnet_blocks')
  const codes = (await readGzip(join(folder, 'codes.json.gz'))) as Record<string, Hex>
  const hashes = readBlockHashes(await readFile(join(folder, 'block_hashes.bincode')))
  const numbers = (await readdir(join(folder, 'blocks'))).sort((a, b) => Number(a) - Number(b))
  const excluded: { block: string; reason: string }[] = []
  const different: object[] = []
  let exact = 0
  let transactions = 0
  for (const number of numbers) {
    if (BigInt(number) < LONDON) {
      excluded.push({ block: number, reason: 'before London: the engine has no exact rules for it' })
      continue
    }
    const block = (await readGzip(join(folder, 'blocks', number, 'block.json.gz'))) as Block
    const state = await readGzip(join(folder, 'blocks', number, 'pre_state.json.gz'))
    const difference = await replay(block, readState(state as Record<Address, Recorded>, codes), hashes)
    if (difference === null) {
      exact++
      transactions += block.transactions.length
    } else different.push({ block: number, ...difference })
  }
  return { blocks: exact + different.length, exact, transactions, different, excluded }
}

async function replay(
  block: Block,
  accounts: ReadonlyMap<Address, FixtureAccount>,
  hashes: ReadonlyMap<bigint, Hex>,
): Promise<object | null> {
  const number = BigInt(String(block.number))
  const timestamp = BigInt(String(block.timestamp))
  const parent: PinnedBlock = {
    chain: 'ethereum',
    number: number - 1n,
    hash: block.parentHash as Hex,
    timestamp: timestamp - 1n,
    baseFeePerGas: BigInt(String(block.baseFeePerGas)),
    gasLimit: BigInt(String(block.gasLimit)),
    coinbase: block.miner as Address,
    prevRandao: block.mixHash as Hex,
  }
  const source = fixtureSource(parent, accounts, hashes)
  const hardfork = hardforkAt('ethereum', number, timestamp)
  return withReplayChild({ block: parent, source, hardfork, flags: FLAGS }, async (rpc) => {
    await rpc('anvil_setCoinbase', block.miner)
    await rpc('evm_setBlockGasLimit', block.gasLimit)
    await rpc('anvil_setNextBlockBaseFeePerGas', block.baseFeePerGas)
    await rpc('evm_setNextBlockTimestamp', block.timestamp)
    for (const transaction of block.transactions) {
      const raw = rawTransaction(transaction)
      if (raw === null) return { problem: `transaction type ${transaction.type}` }
      const hash = await rpc('eth_sendRawTransaction', raw)
      if (hash !== transaction.hash) return { problem: `transaction ${transaction.hash} re-encodes as ${hash}` }
    }
    await rpc('evm_mine')
    const mined = (await rpc('eth_getBlockByNumber', block.number, false)) as Block
    const checked = ['gasUsed', 'logsBloom', 'receiptsRoot'].filter((field) => mined[field] !== block[field])
    const missing = block.transactions.length - mined.transactions.length
    if (checked.length === 0 && missing === 0) return null
    return { differs: checked, missing, gasUsed: Number(mined.gasUsed), expected: Number(block.gasUsed) }
  })
}

function readState(state: Record<Address, Recorded>, codes: Record<string, Hex>): Map<Address, FixtureAccount> {
  return new Map(
    Object.entries(state).map(([address, recorded]) => {
      const basic = recorded.basic ?? recorded
      const storage = Object.entries(recorded.storage ?? {}).map(
        ([slot, value]) => [BigInt(slot), `0x${BigInt(value).toString(16).padStart(64, '0')}`] as const,
      )
      const code = codes[basic.codeHash ?? ''] ?? '0x'
      const account = {
        balance: BigInt(basic.balance ?? 0),
        nonce: Number(basic.nonce),
        code,
        storage: new Map(storage),
      }
      return [address.toLowerCase() as Address, account]
    }),
  )
}

/** bincode: a varint count, then for each entry a varint number and a length-prefixed hash. */
function readBlockHashes(bytes: Buffer): Map<bigint, Hex> {
  let at = 0
  const varint = (): bigint => {
    const tag = bytes.readUInt8(at++)
    const width = { 251: 2, 252: 4, 253: 8 }[tag]
    if (width === undefined) return BigInt(tag)
    at += width
    if (width === 8) return bytes.readBigUInt64LE(at - 8)
    return BigInt(bytes.readUIntLE(at - width, width))
  }
  const hashes = new Map<bigint, Hex>()
  for (let left = varint(); left > 0n; left--) {
    const number = varint()
    const length = Number(varint())
    hashes.set(number, `0x${bytes.subarray(at, at + length).toString('hex')}`)
    at += length
  }
  return hashes
}

async function readGzip(file: string): Promise<unknown> {
  return JSON.parse(gunzipSync(await readFile(file)).toString('utf8'))
}
