import type { Address } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import { NETWORKS } from '../../chains/index.ts'
import { packTokens } from '../pack/packTokens.ts'
import { readPack } from '../pack/readPack.ts'
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
