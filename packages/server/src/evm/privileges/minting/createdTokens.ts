import type { Address } from '@redoubt/risk/address.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { Capability } from '@redoubt/risk/facts/privileges.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { words } from '../../trade/trader.ts'
import { type Attempt, execute } from '../execute.ts'
import type { Candidate } from '../holders/candidate.ts'
import type { Target } from '../holders/targets.ts'
import { type Observation, observeCall, readObservation } from '../observation.ts'
import { privilegedCall } from '../privilegedCall.ts'
import type { PrivilegesContext } from '../privilegesContext.ts'
import { ordinaryCallers } from '../switches/ordinarySwitches.ts'

const TRANSFER = '0xa9059cbb'
const GAS = 1_000_000n

type Step = { to: Address; amount: bigint; receiver: 'recipient' | 'pool' | 'caller' }

/**
 * Finds transfers that create tokens: the received amount does not leave the sender. Each possibly privileged account, and a
 * stranger, gets some tokens and sends them to another account, to the pool and to itself. A small rise of all balances is a
 * rebase.
 */
export async function createdTokens(context: PrivilegesContext, subject: Target): Promise<Capability[]> {
  const { fixture, address, bytecode } = context
  const made = subject.functions.find(({ selector }) => selector === TRANSFER)
  if (bytecode.standard !== 'erc20' || made === undefined || fixture.amount < 1_000n) return []
  const callers = await ordinaryCallers(context, subject)
  const plans = callers.map((caller) => ({ caller, steps: stepsOf(context, caller) }))
  const attempts = plans.map(({ caller, steps }): Attempt => {
    const look = observeCall({ subject: address, caller: caller.address, fixture })
    const given = send(address, fixture.holder, caller.address, fixture.amount / 2n)
    const calls = steps.flatMap(({ to, amount }) => [send(address, caller.address, to, amount), look])
    return { calls: [given, look, ...calls] }
  })
  const outcomes = await execute(context, attempts, 'transfers by insiders')
  return plans.flatMap(({ caller, steps }, index): Capability[] => {
    const at = (step: number) => readObservation(fixture, outcomes[index]?.[1 + step * 2])
    const found = steps.findIndex((step, nth) => {
      const [before, after] = [at(nth), at(nth + 1)]
      return before !== null && after !== null && creates(step, before, after)
    })
    const [step, before, after] = [steps[found], at(found), at(found + 1)]
    return step === undefined || before === null || after === null
      ? []
      : [capability(context, { subject, made, caller, step, before, after })]
  })
}

function stepsOf({ fixture }: PrivilegesContext, { address }: Candidate): Step[] {
  const amount = fixture.amount / 8n
  return [
    { to: fixture.recipient, amount, receiver: 'recipient' },
    ...(fixture.pool === null ? [] : [{ to: fixture.pool, amount, receiver: 'pool' } as const]),
    { to: address, amount, receiver: 'caller' },
  ]
}

/** At least half of the sent amount arrived, and less than a quarter of it left the sender. */
function creates({ amount, receiver }: Step, before: Observation, after: Observation): boolean {
  const rise = (who: Step['receiver']) => (after.held[who] ?? 0n) - (before.held[who] ?? 0n)
  if (receiver === 'caller') return rise('caller') * 2n >= amount
  return rise(receiver) * 2n >= amount && rise('caller') * 4n > -amount
}

type Shown = {
  subject: Target
  made: ContractFunction
  caller: Candidate
  step: Step
  before: Observation
  after: Observation
}

function capability(context: PrivilegesContext, { subject, made, caller, step, before, after }: Shown): Capability {
  const { to, amount, receiver } = step
  const call = send(context.address, caller.address, to, amount)
  const args = [to, amount.toString()]
  const way = { data: call.data, args, value: 0n, number: amount, group: '', names: false, flag: null }
  const changed = (who: Step['receiver'], account: Address) =>
    `balanceOf(${account}) ${before.held[who]} → ${after.held[who]}`
  const others = receiver === 'caller' ? '' : `, ${changed(receiver, to)}`
  return {
    kind: 'mint',
    state: 'effective',
    call: privilegedCall(context, { target: subject, made, caller, way, call }),
    shown: `sent ${amount}: ${changed('caller', caller.address)}${others}`,
  }
}

function send(token: Address, from: Address, to: Address, amount: bigint): Transaction {
  return { from, to: token, value: 0n, data: words(TRANSFER, to, amount), gas: GAS }
}
