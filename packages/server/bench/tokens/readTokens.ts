import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Address, Hex } from '@redoubt/risk/address.ts'

/** One row of the token set, as far as it is used. */
export type TokenRow = {
  source: string
  address: Address
  /** 1 scam, 0 benign, null not judged. */
  label: 0 | 1 | null
  techniques: string[] | null
  solc_era: string
  family: string
  runtime: Hex
}

export async function readTokens(data: string): Promise<TokenRow[]> {
  const packed = await readFile(join(data, 'tokens', 'test.jsonl.gz'))
  const lines = (await promisify(gunzip)(packed)).toString('utf8').trim().split('\n')
  return lines.map((line) => withoutPadding(JSON.parse(line) as TokenRow))
}

/** Zero bytes that the collector of the `live_*` rows left behind the code; it is no part of what stands on the chain. */
const PADDING_BYTES = 33
const PADDING = '00'.repeat(PADDING_BYTES)

/**
 * Strips the 33 zero bytes behind the code of a `live_*` row, which hide its metadata and tell where the row came from. Code of
 * other sources is left as it is: zeros at its end are its own.
 */
export function withoutPadding(row: TokenRow): TokenRow {
  if (!row.source.startsWith('live_') || !row.runtime.endsWith(PADDING)) return row
  return { ...row, runtime: row.runtime.slice(0, -PADDING.length) as Hex }
}

/** The rows whose figures mean something: in the others the compiler's age alone tells scams from benign tokens. */
export function quotable({ label, solc_era, source }: TokenRow): boolean {
  return label !== null && ['0.6', '0.7', '0.8'].includes(solc_era) && source !== 'opsnipe'
}
