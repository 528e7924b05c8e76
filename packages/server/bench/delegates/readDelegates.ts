import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { Address, Hex } from '@redoubt/risk/address.ts'

export type DelegateRow = {
  address: Address
  chain: string
  /** Null: not decided. */
  danger: boolean | null
  /** A wallet that its maker lists. */
  isNamed: boolean
  family: string
  group: string
  runtime: Hex
}

/** Rows of `delegates/delegates.jsonl.gz`. */
export function readDelegates(data: string): DelegateRow[] {
  const text = gunzipSync(readFileSync(`${data}/delegates/delegates.jsonl.gz`)).toString('utf8')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): DelegateRow => {
      const { address, chain, danger, basis, family, group, runtime } = JSON.parse(line) as DelegateRow & {
        basis: string
      }
      return { address, chain, danger, isNamed: basis === 'list', family, group, runtime }
    })
}
