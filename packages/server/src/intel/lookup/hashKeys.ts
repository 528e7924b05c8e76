import { hash } from 'node:crypto'
import type { EntryKey } from '../ports.ts'
import { isSharedHost } from '../sharedHosts.ts'
import { hostKeys } from './hostKeys.ts'

/**
 * Keys under which a host may be in a list of hashes: SHA-256 of itself and of each parent, a few microseconds each. Not
 * of hosts that strangers share: what a hash stands for cannot be seen when it is imported.
 */
export function hashKeys(host: string): EntryKey[] {
  return hostKeys(host)
    .filter(({ value }) => !isSharedHost(value))
    .map(({ value }) => ({ kind: 'hash', value: hash('sha256', value) }))
}
