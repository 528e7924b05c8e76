import type { Chain } from '@redoubt/risk/chain.ts'
import type { Command } from 'commander'
import { canonicalKey } from '../../../composition/intelligence.ts'
import type { EntryKey } from '../../../intel/ports.ts'

/** Reads an address, host, URL or hash that a command is about, and the network it is meant on; null: all. */
export function readThing(
  command: Command,
  text: string,
  chain: Chain | undefined,
): { key: EntryKey; chain: Chain | null } {
  const key = canonicalKey(text)
  if (key === null) {
    command.error('error: <value>: expected an address (0x and 40 hex digits), a host, a URL, or the SHA-256 of a host')
  }
  if (chain !== undefined && key.kind !== 'address')
    command.error(`error: --chain: expected with an address only, not with a ${key.kind}`)
  return { key, chain: chain ?? null }
}
