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
  return lines.map((line) => JSON.parse(line) as TokenRow)
}

/** The rows whose figures mean something: in the others the compiler's age alone tells scams from benign tokens. */
export function quotable({ label, solc_era, source }: TokenRow): boolean {
  return label !== null && ['0.6', '0.7', '0.8'].includes(solc_era) && source !== 'opsnipe'
}
