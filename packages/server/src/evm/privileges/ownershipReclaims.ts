import type { Capability } from '@redoubt/risk/facts/privileges.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { argumentPlan } from './calls/argumentPlan.ts'
import type { AcceptedCall } from './calls/tried.ts'
import { isBurnAddress } from './effects.ts'
import { type Attempt, execute } from './execute.ts'
import type { Candidate } from './holders/candidate.ts'
import type { Target } from './holders/targets.ts'
import { observeCall, readObservation } from './observation.ts'
import type { ObservedCall } from './observeCalls.ts'
import { limitWithinBudget, privilegedCall } from './privilegedCall.ts'
import type { PrivilegesContext } from './privilegesContext.ts'
import { valuesFor } from './screen.ts'

const MAX_RENOUNCERS = 3
const MAX_FUNCTIONS = 24
const GAS = 500_000n

/**
 * Ownership that can be taken back: its owner gives it up in every way that the contract has, and then tries everything to be
 * the owner again.
 */
export async function ownershipReclaims(
  context: PrivilegesContext,
  subject: Target,
  observedCalls: readonly ObservedCall[],
): Promise<Capability[]> {
  const { fixture, address } = context
  const renounced = observedCalls
    .filter(
      ({ before, after }) =>
        isHeld(before.owner) && after !== null && after.owner !== null && isBurnAddress(after.owner),
    )
    .slice(0, MAX_RENOUNCERS)
  if (renounced.length === 0) return []
  const able = subject.functions.filter(
    ({ mutability, arguments: list }) => mutability === 'nonpayable' && (list === '' || list === 'address'),
  )
  const functions = limitWithinBudget(context, able, { max: MAX_FUNCTIONS, what: 'ownership taken back' })
  const attempts = renounced.map(({ tried }) => {
    const { caller } = tried
    const ways = functions.flatMap((made) =>
      argumentPlan(made, valuesFor(context, subject, caller.address))
        .filter(({ args }) => args.length === 0 || args[0] === caller.address)
        .map((way): AcceptedCall => {
          const call: Transaction = { from: caller.address, to: address, value: 0n, data: way.data, gas: GAS }
          return { target: subject, made, caller: former(caller), way, call }
        }),
    )
    return { given: tried, ways }
  })
  const outcomes = await execute(
    context,
    attempts.map(({ given, ways }): Attempt => {
      const look = observeCall({ subject: address, caller: given.caller.address, fixture })
      return { calls: [given.call, look, ...ways.flatMap(({ call }) => [call, look])] }
    }),
    'ownership taken back',
  )
  return attempts.flatMap(({ given, ways }, index): Capability[] => {
    const ownerAt = (at: number) => readObservation(fixture, outcomes[index]?.[at])?.owner ?? null
    const back = ways.findIndex((_, way) => {
      return isHeld(ownerAt(3 + way * 2))
    })
    const tried = ways[back]
    const renouncedTo = ownerAt(1)
    if (tried === undefined || renouncedTo === null || !isBurnAddress(renouncedTo)) return []
    const name = given.made.signature ?? given.made.selector
    const shown = `${given.caller.address} gave the ownership up by ${name}, owner() was nobody, and then it was the owner again`
    return [{ kind: 'take-back', call: privilegedCall(context, tried), state: 'effective', shown }]
  })
}

function isHeld(owner: bigint | null): boolean {
  return owner !== null && !isBurnAddress(owner)
}

function former(caller: Candidate): Candidate {
  return { ...caller, role: 'former-owner' }
}
