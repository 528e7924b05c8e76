import type { Address } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import { NETWORKS } from '../../chains/index.ts'
import { readPack } from '../pack/readPack.ts'
import { tokenColumns } from '../pack/tokenColumns.ts'
import { SEED } from '../seed/seedLabels.ts'

/**
 * Every address of one network that the program carries a label or a token for, lower case, each once: about 7,000 on
 * Ethereum. For a look-alike index.
 */
export function knownAddresses(chain: Chain): Set<Address> {
  const known = new Set<Address>()
  for (const { members, chains } of SEED)
    if (chains === 'all' || chains.includes(chain))
      for (const [address] of members) known.add(address.toLowerCase() as Address)
  for (const { address } of NETWORKS[chain].tokens) known.add(address)
  for (const { address } of packTokens(chain)) known.add(address)
  const pack = readPack()
  if (!pack.has(`labels.${chain}`)) return known
  const { addresses } = pack.section(`labels.${chain}`) as { addresses: string }
  const bytes = Buffer.from(addresses, 'base64')
  for (let at = 0; at < bytes.length; at += 20) known.add(`0x${bytes.toString('hex', at, at + 20)}`)
  return known
}

/** A token of the pack; `address` is lower case. */
type PackToken = { address: Address; symbol: string; name: string; decimals: number }

/** Every token of one network, by address. Each object is made when it is asked for, so walk it once and keep what you need. */
export function* packTokens(chain: Chain): Generator<PackToken, void> {
  const { addresses, symbols, names, decimals } = tokenColumns(chain)
  for (const [row, symbol] of symbols.entries())
    yield {
      address: `0x${addresses.toString('hex', row * 20, row * 20 + 20)}`,
      symbol,
      name: names[row] || symbol,
      decimals: decimals[row] ?? 0,
    }
}
