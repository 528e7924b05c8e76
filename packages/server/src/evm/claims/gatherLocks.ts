import type { Hex } from '@redoubt/risk/address.ts'
import { shortAddress } from '@redoubt/risk/wording/accountNames.ts'
import { type LockedFunctions, lockedFunctions } from './payouts/lockedFunctions.ts'
import { signedPayouts } from './payouts/signedPayouts.ts'
import type { Deposit } from './searchDeposit.ts'

const UNLOCKED: LockedFunctions = { byOthers: [], bySignature: false, bySender: false }

/**
 * Names the functions that only a secret or another account's signature opens. Asked where a withdrawal pays, which they may end, and where
 * nothing came back at all, which they may pay.
 */
export async function gatherLocks(deposit: Deposit): Promise<LockedFunctions> {
  const { sources, block, question, owned, paid, isLarge, coverage, signal } = deposit
  const { transaction, simulation, losses } = question
  const isOpen = losses.some((loss) => loss.returned === 'nothing')
  if (paid === null && !isOpen) return UNLOCKED
  const asked = {
    block,
    transaction,
    simulation,
    payers: owned.payers,
    known: (paid?.walk?.blocks ?? []).flatMap(({ calls }) => calls.map(({ data }) => data.slice(0, 10) as Hex)),
    payingOnly: paid === null,
  }
  return lockedFunctions(sources.simulator, asked, signal)
    .then((found) => (paid === null && isLarge && !found.bySignature ? withPast(deposit, found) : found))
    .catch(coverage.skipped(UNLOCKED))
}

/** Adds functions that signatures opened in calls of the past: they show what no call of ours could be written for. */
async function withPast(deposit: Deposit, found: LockedFunctions): Promise<LockedFunctions> {
  const { sources, block, question, owned, coverage, signal } = deposit
  const { simulation, losses } = question
  const assets = losses.map(({ address }) => address)
  const signed = await signedPayouts(sources, { block, simulation, payers: owned.payers, assets }, signal)
  for (const one of signed.unread) coverage.unread.add(`past payments by ${shortAddress(one)}`)
  return { ...found, byOthers: [...found.byOthers, ...signed.named], bySignature: signed.named.length > 0 }
}
