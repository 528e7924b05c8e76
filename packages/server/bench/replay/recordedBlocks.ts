import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { FixtureAccount } from './fixtureSource.ts'
import type { RecordedBlock } from './replayBlock.ts'

type Recorded = { balance?: string; nonce: number; codeHash?: string; storage: Record<Hex, Hex>; basic?: Recorded }

/** First block whose rules the engine has exactly. */
export const LONDON = 12_965_000n

/** Complete mainnet blocks with the state that they read, in a folder of evaluation data. */
export async function openRecordedBlocks(data: string): Promise<{
  /** Ascending. */
  numbers: string[]
  hashes: ReadonlyMap<bigint, Hex>
  block(number: string): Promise<RecordedBlock>
  /** State before the block's first transaction. */
  state(number: string): Promise<Map<Address, FixtureAccount>>
}> {
  const folder = join(data, 'mainnet_blocks')
  const codes = (await readGzip(join(folder, 'codes.json.gz'))) as Record<string, Hex>
  const hashes = readBlockHashes(await readFile(join(folder, 'block_hashes.bincode')))
  const numbers = (await readdir(join(folder, 'blocks'))).sort((a, b) => Number(a) - Number(b))
  const read = (number: string, name: string) => readGzip(join(folder, 'blocks', number, name))
  return {
    numbers,
    hashes,
    block: async (number) => (await read(number, 'block.json.gz')) as RecordedBlock,
    state: async (number) => readState((await read(number, 'pre_state.json.gz')) as Record<Address, Recorded>, codes),
  }
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
