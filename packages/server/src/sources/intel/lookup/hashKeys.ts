import { hash } from 'node:crypto'
import type { EntryKey } from '../ports.ts'
import { hostKeys } from './hostKeys.ts'

/** Keys under which a host may be in a list of hashes: SHA-256 of itself and of each parent. Two microseconds each. */
export function hashKeys(host: string): EntryKey[] {
  return hostKeys(host).map(({ value }) => ({ kind: 'hash', value: hash('sha256', value) }))
}
