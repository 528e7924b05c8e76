import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { keccak256, stringToHex } from 'viem/utils'

/** Kinds of controls: `matched` ones have the traps' compiler era and lengths. */
export type Kind = 'trap' | 'matched' | 'not_trap' | 'ordinary'

export type CoinTrapRow = {
  address: Address
  kind: Kind
  technique: string | null
  group: string
  runtime: Hex
  storage: Readonly<Record<Hex, Hex>>
  /** False where the row has no storage that could be set. */
  hasStorage: boolean
  balance: bigint
}

type Written = {
  /** Null where a source was compiled whose address is not known. */
  address: Address | null
  label: 'trap' | 'not_trap' | 'ordinary'
  technique: string | null
  group: string
  runtime: Hex
  storage: Record<Hex, Hex> | null
  balance: Hex | null
  matched?: boolean
}

/** Rows of `coin_traps/coin_traps.jsonl.gz`. */
export function readCoinTraps(data: string): CoinTrapRow[] {
  const text = gunzipSync(readFileSync(`${data}/coin_traps/coin_traps.jsonl.gz`)).toString('utf8')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line, index): CoinTrapRow => {
      const { address, label, technique, group, runtime, storage, balance, matched } = JSON.parse(line) as Written
      return {
        address: address ?? `0x${keccak256(stringToHex(`${group} ${index}`)).slice(26)}`,
        kind: matched === true ? 'matched' : label,
        technique,
        group,
        runtime,
        storage: storage ?? {},
        hasStorage: storage !== null || label !== 'ordinary',
        balance: BigInt(balance ?? '0x0'),
      }
    })
}
