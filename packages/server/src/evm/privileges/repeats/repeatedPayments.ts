import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Capability } from '@redoubt/risk/facts/privileges.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { transfersOf } from '../../decode/emittedLogs.ts'
import { type PaidCall, paidCalls } from '../../deposits/pastCalls.ts'
import type { CallOutcome, StateOverrides } from '../../simulation/simulator.ts'
import { quoteSlots } from '../../trade/quoteSlots.ts'
import { word, words } from '../../trade/trader.ts'
import { type Attempt, execute } from '../execute.ts'
import type { PrivilegesContext } from '../privilegesContext.ts'
import { takesSignature } from '../signatures/takesSignature.ts'
import { signatureForms } from './signatureForms.ts'

/** Past payments that are made again, and forms of each. */
const MAX_PAYMENTS = 2
const MAX_FORMS = 8
const GAS = 2_000_000n
const MAX_UINT = 2n ** 256n - 1n
/** What the payer has, as a multiple of the payment. */
const HELD = 64n
/** Repetitions in one block that nothing but a missing record of the payment explains, rather than due dates that have passed. */
const MAX_DUE = 24
/** Seconds of a period: who signed one agreed to be charged again. */
const [SHORTEST, LONGEST] = [3_600n, 400n * 86_400n]
const APPROVE: Hex = '0x095ea7b3'
type Found = { form: string; data: Hex; caller: Address; role: 'stranger' | 'role' }

/**
 * Makes payments again that were made by another account’s call with a signature of the payer: as they were, and with the signature written in
 * another way. One that is accepted again is used up by its bytes, or not at all.
 */
export async function repeatedPayments(context: PrivilegesContext): Promise<Capability[]> {
  const { chain, block, address, bytecode, budget, signal } = context
  if (!bytecode.functions.some(takesSignature)) return []
  const isAsked = (data: Hex) => signatureForms(data).length > 0
  const past = await paidCalls(chain, { block, address, isAsked }, signal)
  if (past.failure !== null) budget.note('past payments with signatures')
  const found: Capability[] = []
  for (const payment of past.calls.slice(0, MAX_PAYMENTS)) {
    const state = await fundsOf(context, payment)
    const repeated = state === null ? null : await repetition(context, payment, state)
    if (repeated === null) continue
    const selector = payment.data.slice(0, 10) as Hex
    const made = bytecode.functions.find((one) => one.selector === selector)
    const { form, caller, role } = repeated
    const [sum] = payment.tokens
    found.push({
      kind: 'pull-approved-tokens',
      call: { caller, callerRole: role, selector, signature: made?.signature ?? null, args: ['…'] },
      state: 'effective',
      shown: `a past payment of ${sum?.amount} of ${sum?.token} by ${payment.payer} was made again ${form}`,
      repeats: true,
    })
  }
  return found
}

/** Tokens of the payer; null where a token does not show where it keeps balances. */
async function fundsOf(context: PrivilegesContext, { payer, tokens, from }: PaidCall): Promise<StateOverrides | null> {
  const { block, signal } = context
  const overrides: StateOverrides = { [payer]: { balance: 10n ** 20n }, [from]: { balance: 10n ** 20n } }
  for (const { token, amount } of tokens) {
    const slotOf = await quoteSlots(context, { block, token }, signal)
    if (slotOf === null) return null
    overrides[token] = { storage: { [slotOf(payer)]: `0x${word(amount * HELD)}` } }
  }
  return overrides
}

async function repetition(
  context: PrivilegesContext,
  payment: PaidCall,
  overrides: StateOverrides,
): Promise<Found | null> {
  const { address, fixture } = context
  const { payer, tokens, from, data } = payment
  const as = (caller: Address, of: Hex): Transaction => ({
    from: caller,
    to: address,
    value: payment.value,
    data: of,
    gas: GAS,
  })
  const approvals = tokens.map(
    ({ token }): Transaction => ({
      from: payer,
      to: token,
      value: 0n,
      data: words(APPROVE, address, MAX_UINT),
      gas: GAS,
    }),
  )
  const attempt = (calls: readonly Transaction[]): Attempt => ({ calls: [...approvals, ...calls], overrides })
  const moves = (outcomes: readonly CallOutcome[] | null | undefined, at: number) =>
    movesTokens(outcomes?.[approvals.length + at], payment)
  const forms = signatureForms(data).slice(0, MAX_FORMS)
  const same = Array.from({ length: isPeriodic(payment) ? 1 : MAX_DUE }, () => as(from, data))
  const runs = await execute(
    context,
    [
      attempt(same),
      ...forms.map((form) => attempt([data, form.data, form.again ?? form.data].map((one) => as(from, one)))),
    ],
    'payments made again',
  )
  const [plain, ...others] = runs
  const isOpen = same.length === MAX_DUE && same.every((_, at) => moves(plain, at))
  // Where the same call is accepted again, another form of it says nothing.
  const at = others.findIndex((outcomes) => !moves(outcomes, 0) && moves(outcomes, 1))
  const form = isOpen ? { data, how: 'as it was, time after time' } : forms[at]
  if (form === undefined) return null
  const { stranger } = fixture
  const [byStranger] = await execute(context, [attempt([as(stranger, form.data)])], 'payments made again')
  const isOpenToAll = moves(byStranger, 0)
  return {
    form: form.how,
    data: form.data,
    caller: isOpenToAll ? stranger : from,
    role: isOpenToAll ? 'stranger' : 'role',
  }
}

/** Whether the call moved at least as much of the payer’s tokens as the payment did. */
function movesTokens(outcome: CallOutcome | undefined, { payer, tokens }: PaidCall): boolean {
  if (outcome?.success !== true) return false
  const moved = transfersOf(outcome.logs.map((log) => ({ ...log, selector: '0x' as const })))
  return tokens.every(({ token, amount }) => {
    const own = moved.filter((one) => one.token === token && one.from === payer)
    return own.reduce((sum, one) => sum + one.amount, 0n) >= amount
  })
}

/** Whether the call names a number that may be a period, and is no amount. */
function isPeriodic({ data, tokens }: PaidCall): boolean {
  const numbers = (data.slice(10).match(/.{64}/g) ?? []).map((one) => BigInt(`0x${one}`))
  return numbers.some((one) => one >= SHORTEST && one <= LONGEST && !tokens.some(({ amount }) => amount === one))
}
