import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { addressAt } from '../../decode/callData.ts'
import type { ChainSource } from '../../rpc/chainSource.ts'

/** Selectors of what proxies and those who govern them are asked. */
export const ASK = {
  implementation: '0x5c60da1b',
  owner: '0x8da5cb5b',
  facetAddresses: '0x52ef6b2c',
  facetAddress: '0xcdffacc6',
  getMinDelay: '0xf27a0c92',
  delay: '0x6a42b8f8',
  getThreshold: '0xe75235b8',
  getOwners: '0xa0e67e2b',
  timelock: '0xd33219b4',
  votingDelay: '0x3932abb1',
  votingPeriod: '0x02a251a3',
  clockMode: '0x4bf5d7e9',
  quorumVotes: '0x24bc1a64',
  quorumOfBlock: '0xf8ce560a',
  minDuration: '0x56715761',
  voteTime: '0xbcf93dd6',
  minAcceptQuorumPct: '0xdc474b1a',
  minParticipation: '0x054fd2c2',
} as const satisfies Record<string, Hex>

/** Gas of one question: some reads through a proxy, and no room for megabytes of answer. */
const GAS: Hex = '0x30d40'

/** eth_call; null when it reverts or cannot be had. Questions of one tick leave in one batch. */
export async function ask(
  chain: ChainSource,
  { block, to, data }: { block: PinnedBlock; to: Address; data: Hex },
  signal: AbortSignal,
): Promise<Hex | null> {
  try {
    return await chain.call(block, { to, data, gas: GAS }, signal)
  } catch {
    signal.throwIfAborted()
    return null
  }
}

/** The address that a function without arguments answers; null for none, for zero, and for more than an address. */
export async function askAddress(
  chain: ChainSource,
  { block, to, question }: { block: PinnedBlock; to: Address; question: keyof typeof ASK },
  signal: AbortSignal,
): Promise<Address | null> {
  return someAddress(await ask(chain, { block, to, data: ASK[question] }, signal))
}

/** The address in a word; null when it is zero or something else. */
export function someAddress(word: Hex | null): Address | null {
  const address = addressAt(word)
  return address === null || BigInt(address) === 0n ? null : address
}
