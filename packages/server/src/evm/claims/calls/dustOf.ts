import type { Address } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { overridesOf } from '../../decode/readState.ts'
import type { StateOverrides } from '../../simulation/simulator.ts'
import { quoteSlots } from '../../trade/quoteSlots.ts'
import { word, words } from '../../trade/trader.ts'
import type { ClaimSources } from '../runs/claimRuns.ts'
import { type ClaimQuestion, callOf } from './claimValues.ts'

const MAX_TOKENS = 2
const MIN_ADDRESS = 1n << 120n
/** A cent of a token with six decimals. */
const DUST = 10_000n
const MAX_UINT = 2n ** 256n - 1n

export type Dust = { approvals: Transaction[]; overrides: StateOverrides }

/** Gives an account dust of the tokens that the call data names beside what leaves, and its approvals for the contracts. */
export async function dustOf(
  { chain, simulator }: Pick<ClaimSources, 'chain' | 'simulator'>,
  block: PinnedBlock,
  {
    transaction,
    losses,
    contracts,
    simulation,
  }: Pick<ClaimQuestion, 'transaction' | 'losses' | 'contracts' | 'simulation'>,
  other: Address,
  signal: AbortSignal,
): Promise<Dust> {
  const named = [transaction, ...(transaction.calls ?? [])]
    .flatMap(({ data }) => data.slice(10).match(/.{64}/g) ?? [])
    .filter((digits) => digits.startsWith('0'.repeat(24)) && BigInt(`0x${digits}`) > MIN_ADDRESS)
    .map((digits): Address => `0x${digits.slice(24)}`)
  const known = new Set<Address | null>([transaction.from, ...contracts, ...losses.map(({ address }) => address)])
  const tokens = [...new Set(named)].filter((one) => !known.has(one)).slice(0, MAX_TOKENS)
  return fundsOf({ chain, simulator }, block, { tokens, amount: DUST, contracts, simulation }, other, signal)
}

/** Gives an account an amount of each token on the state after the transaction, and its approvals for the contracts. */
export async function fundsOf(
  { chain, simulator }: Pick<ClaimSources, 'chain' | 'simulator'>,
  block: PinnedBlock,
  {
    tokens,
    amount,
    contracts,
    simulation,
  }: Pick<ClaimQuestion, 'contracts' | 'simulation'> & { tokens: readonly Address[]; amount: bigint },
  other: Address,
  signal: AbortSignal,
): Promise<Dust> {
  const written = overridesOf(simulation.stateDiff)
  const funds: Dust = { approvals: [], overrides: {} }
  for (const token of tokens) {
    if ((await chain.code(block, token, signal)).length <= 2) continue
    const slotOf = await quoteSlots({ chain, simulator }, { block, token }, signal)
    if (slotOf === null) continue
    const storage = { ...written[token]?.storage, [slotOf(other)]: `0x${word(amount)}` as const }
    funds.overrides[token] = { ...written[token], storage }
    for (const contract of contracts)
      funds.approvals.push(callOf(other, token, words('0x095ea7b3', contract, MAX_UINT)))
  }
  return funds
}
