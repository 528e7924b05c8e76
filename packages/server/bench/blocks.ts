import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { BenchOptions } from './main.ts'
import type { FixtureAccount } from './replay/fixtureSource.ts'
import { type RecordedBlock, replayBlock, wronglyEncoded } from './replay/replayBlock.ts'

type Recorded = { balance?: string; nonce: number; codeHash?: string; storage: Record<Hex, Hex>; basic?: Recorded }

const LONDON = 12_965_000n

/**
 * Replays real blocks: the engine is forked at the parent with the recorded state, executes all transactions as one
 * block, and must come to the header's gasUsed, logs bloom and receipts root (which covers every status and log). Every
 * transaction of every block is encoded anew and must come to its hash.
 */
export default async function blocks({ data }: BenchOptions): Promise<object> {
  const folder = join(data, 'mainnet_blocks')
  const codes = (await readGzip(join(folder, 'codes.json.gz'))) as Record<string, Hex>
  const hashes = readBlockHashes(await readFile(join(folder, 'block_hashes.bincode')))
  const numbers = (await readdir(join(folder, 'blocks'))).sort((a, b) => Number(a) - Number(b))
  const excluded = new Map<string, string[]>()
  const different: object[] = []
  const replayed = { blocks: 0, exact: 0, transactions: 0, blobTransactions: 0 }
  const encoded = { transactions: 0, wrong: [] as string[] }
  for (const number of numbers) {
    const block = (await readGzip(join(folder, 'blocks', number, 'block.json.gz'))) as RecordedBlock
    encoded.transactions += block.transactions.length
    encoded.wrong.push(...wronglyEncoded(block))
    if (BigInt(number) < LONDON) {
      const reason = 'before London: the engine has no exact rules for it'
      excluded.set(reason, [...(excluded.get(reason) ?? []), number])
      continue
    }
    const state = await readGzip(join(folder, 'blocks', number, 'pre_state.json.gz'))
    const difference = await replayBlock(block, readState(state as Record<Address, Recorded>, codes), hashes)
    replayed.blocks++
    if (difference === null) {
      replayed.exact++
      replayed.transactions += block.transactions.length
      replayed.blobTransactions += block.transactions.filter(({ type }) => type === '0x3').length
    } else different.push({ block: number, ...difference })
  }
  const reasons = [...excluded].map(([reason, which]) => ({ reason, count: which.length, blocks: which }))
  return { ...replayed, different, excluded: reasons, encoded }
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
