import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Simulation } from '@redoubt/risk/facts/execution.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { overridesOf } from '../../decode/readState.ts'
import { payoutCalls, redirected } from '../../deposits/pastCalls.ts'
import { freshAccount } from '../../trade/freshAccount.ts'
import type { Payer } from '../calls/readPayer.ts'
import type { ClaimSources } from '../runs/claimRuns.ts'
import { checkIn } from './lockedFunctions.ts'

type Question = {
  block: PinnedBlock
  /** The deposit. */
  simulation: Simulation
  payers: readonly Payer[]
  assets: readonly (Address | null)[]
}

/** Contracts whose past is read, and past payments of each that are tried with another receiver. */
const MAX_PAYERS = 2
const MAX_PAYOUTS = 2
const GAS = 2_000_000n
const COIN = 10n ** 18n

/** `named`: signatures of functions; `unread`: contracts whose past payments could not all be read. */
export type SignedPayouts = { named: string[]; unread: Address[] }

/**
 * Names functions by which contracts paid the deposited asset to others lately, and that refuse the same payment to another receiver after
 * they checked a signature: what the call says is what others signed, as the guards of a bridge do.
 */
export async function signedPayouts(
  { chain, simulator }: Pick<ClaimSources, 'chain' | 'simulator'>,
  { block, simulation, payers, assets }: Question,
  signal: AbortSignal,
): Promise<SignedPayouts> {
  const unread: Address[] = []
  const base = overridesOf(simulation.stateDiff)
  const named = await Promise.all(payers.slice(0, MAX_PAYERS).map((payer) => ofPayer(payer)))
  return { named: named.flat(), unread }

  async function ofPayer({ address, functions }: Payer): Promise<string[]> {
    const { calls: past, failure } = await payoutCalls(chain, { block, address }, signal)
    if (failure !== null) unread.push(address)
    const other = freshAccount(block.hash, address, 'receiver of a signed payment')
    const asked = past.filter(({ data, token, receiver }) => assets.includes(token) && data.includes(receiver.slice(2)))
    const signed = await Promise.all(
      asked.slice(0, MAX_PAYOUTS).map(async ({ from, data, receiver }): Promise<Hex[]> => {
        const call = { from, to: address, value: 0n, data: redirected(data, receiver, other), gas: GAS }
        const stateOverrides = { ...base, [from]: { ...base[from], balance: COIN } }
        const [run] = await simulator.simulateSteps({ block, transactions: [call], stateOverrides, signal })
        const isChecked = run?.trace != null && checkIn(run.trace, address) !== null
        return run?.success === false && isChecked ? [data.slice(0, 10) as Hex] : []
      }),
    )
    return signed.flat().map((selector) => functions.find((one) => one.selector === selector)?.signature ?? selector)
  }
}
