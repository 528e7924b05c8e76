import type { Address } from '@redoubt/risk/address.ts'
import type { SkipReason } from '@redoubt/risk/revocationFacts.ts'
import { decodeRevert } from '../decode/decodeRevert.ts'
import { transfersOf } from '../decode/transfers.ts'
import type { CallOutcome } from '../simulation/simulator.ts'

/** Three times the gas of the most expensive honest revocation. Some airdropped tokens burn the gas of a revocation for others. */
const COSTLY_GAS = 300_000n

/**
 * Returns why an executed call is not to be proposed; null when it revokes something. Unreadable permissions do not count against
 * it.
 */
export function objection(
  outcome: CallOutcome,
  { account, before, left }: { account: Address; before: readonly bigint[]; left: readonly (bigint | null)[] },
): { reason: SkipReason; detail: string } | null {
  if (!outcome.success) {
    const why = decodeRevert(outcome.output)
    return { reason: 'refused', detail: `The contract refuses it${why === null ? '' : `: "${why}"`}.` }
  }
  const logs = outcome.logs.map((log) => ({ ...log, selector: '0x' as const }))
  if (transfersOf(logs).some(({ from, amount }) => from === account && amount > 0n))
    return { reason: 'moves-assets', detail: 'The call that should withdraw it moves tokens out of the account.' }
  if (outcome.gasUsed > COSTLY_GAS * BigInt(Math.max(before.length, 1)))
    return { reason: 'costly', detail: `The call that should withdraw it uses ${outcome.gasUsed} gas.` }
  if (left.length > 0 && left.every((amount, index) => amount !== null && amount >= (before[index] ?? 0n)))
    return { reason: 'no-effect', detail: 'The call succeeds and the permission stays.' }
  return null
}
