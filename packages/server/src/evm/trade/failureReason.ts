import type { Hex } from '@redoubt/risk/address.ts'
import { decodeRevert } from '../decode/decodeRevert.ts'
import type { CallOutcome } from '../simulation/simulator.ts'

const MAX_CHARACTERS = 4_098
/** Share of its gas from which a failed call is taken to have run out of it, in percent. */
const EXHAUSTED_PERCENT = 95n
/** Messages of exchanges when a token refused, without the token's own reason. */
const MASKED = /TRANSFER_FAILED|TRANSFER_FROM_FAILED|transferFrom failed|^(STF|TF|IIA)$/

/** Why a call failed, for people: cleaned and bounded. */
export function failureReason(outcome: CallOutcome, gas: bigint | undefined): string {
  const said = decodeRevert(outcome.output.slice(0, MAX_CHARACTERS) as Hex)
  if (said !== null) return said
  const exhausted = gas !== undefined && outcome.gasUsed * 100n >= gas * EXHAUSTED_PERCENT
  return exhausted ? 'it used up all of its gas' : 'it reverted without a reason'
}

/** Whether the token itself may know more than the exchange says. */
export function isMasked(reason: string | null): boolean {
  return reason === null || reason === 'it reverted without a reason' || MASKED.test(reason)
}
