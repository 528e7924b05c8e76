import type { Address } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { NETWORKS } from '../../chains/index.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import type { Simulator, StateOverrides } from '../simulation/simulator.ts'
import { quoteSlots } from '../trade/quoteSlots.ts'
import { word } from '../trade/trader.ts'

/** Wei, and base units of each token, that the account is given beside its own. */
export const COIN: bigint = 10n ** 18n
export const TOKENS: bigint = 10n ** 12n

/** Coin and two well-known tokens in the account: what has nothing cannot be seen to lose it. */
export async function endowed(
  sources: { chain: ChainSource; simulator: Simulator },
  { block, address, stranger }: { block: PinnedBlock; address: Address; stranger: Address },
  signal: AbortSignal,
): Promise<[StateOverrides, Address[]]> {
  const { chain } = sources
  const tokens = NETWORKS[chain.chain].quoteTokens.slice(0, 2).map((token) => token.address)
  const [held, ...slots] = await Promise.all([
    chain.balance(block, address, signal),
    ...tokens.map((token) => quoteSlots(sources, { block, token }, signal)),
  ])
  const overrides: StateOverrides = { [stranger]: { balance: 100n * COIN }, [address]: { balance: held + COIN } }
  const given = tokens.filter((token, index) => {
    const slot = slots[index]
    if (!slot) return false
    overrides[token] = { storage: { [slot(address)]: `0x${word(TOKENS)}` } }
    return true
  })
  return [overrides, given]
}
