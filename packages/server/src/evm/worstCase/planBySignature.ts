import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { encodeFunctionData } from 'viem/utils'
import { resolveProxy } from '../bytecode/proxy/resolveProxy.ts'
import { transfersOf } from '../decode/emittedLogs.ts'
import { flowsOf } from '../rights/flows.ts'
import { NATIVE } from '../simulation/flatRun.ts'
import type { CallOutcome, StateOverrides } from '../simulation/simulator.ts'
import { quoteSlots } from '../trade/quoteSlots.ts'
import { word } from '../trade/trader.ts'
import { answering, askingCaller } from './forgedSigner.ts'
import { signedCalls } from './signedCalls.ts'
import {
  ANY_ACCOUNT,
  type IntentOf,
  step,
  structOf,
  WORST_CASE_ABI,
  type WorstCaseExecutionContext,
  type WorstCaseExecutionPlan,
} from './worstCaseExecutionContext.ts'

const MAX_SENDERS = 3
const MAX_TOKENS = 4
const MAX_RUNS = 72
const GAS = 2_000_000n
const LENT = 10n ** 30n

type Use = { from: Address; data: Hex; overrides: StateOverrides; outcome: CallOutcome; approved: boolean[] }

/**
 * Plans the use of a signature by a function of the contract that checks it, found by the types of the members. The contract recovers the
 * signer from any signature over the digest of the message. A call that works with any signer is left out. The use with the largest loss for
 * the signer wins. Null where no function works.
 */
export async function planBySignature(
  context: WorstCaseExecutionContext,
  { verifier, addresses }: IntentOf<'unknown'>,
): Promise<(WorstCaseExecutionPlan & { isWhole: boolean }) | null> {
  const { chain, simulator, block, message, signal, functionsOf } = context
  const struct = structOf(message)
  const digest = message.form.type === 'typed-data' ? message.form.digest : null
  if (verifier === null || struct === null || digest === null || functionsOf === undefined) return null
  const functions = await functionsOf(verifier)
  const calls = signedCalls(functions ?? [], struct)
  if (calls.length === 0) return null
  const code = await chain.code(block, verifier, signal)
  const proxy = await resolveProxy(chain, { block, address: verifier, code }, signal).catch(() => null)
  const contract = proxy?.implementations[0] ?? verifier
  const running = contract === verifier ? code : await chain.code(block, contract, signal)
  const forged = askingCaller(running)
  const named = [...new Set(addresses.map(({ address }) => address))].filter(
    (one) => one !== message.account && one !== verifier,
  )
  const lent = await lentTo(ANY_ACCOUNT)
  const senders = [ANY_ACCOUNT, ...named.filter((one) => lent.tokens.every((token) => token !== one))]
  const ways = senders
    .slice(0, MAX_SENDERS)
    .flatMap((from) =>
      calls.flatMap((data) =>
        forged.map((each) => ({
          from,
          data,
          overrides: {
            [contract]: { code: each },
            [from]: { code: answering(message.account, digest) },
          } as StateOverrides,
        })),
      ),
    )
    .slice(0, MAX_RUNS)
  const [works, alone] = await Promise.all([run(ways), run(ways.map((way) => ({ ...way, overrides: {} })))])
  const uses = ways.flatMap((way, at): Use[] => {
    const outcomes = works[at]
    const outcome = outcomes?.at(-1)
    if (outcome?.success !== true || alone[at]?.at(-1)?.success === true) return []
    const approved = (outcomes ?? []).slice(0, -1).map(({ success }) => success)
    return [{ ...way, outcome, approved }]
  })
  const [worst] = uses.toSorted((a, b) => benefitOf(a) - benefitOf(b))
  if (worst === undefined) return null
  const steps = [
    ...(worst.from === ANY_ACCOUNT ? approvals(lent.tokens).filter((_, at) => worst.approved[at] === true) : []),
    step('the holder of the signature uses it', worst.from, verifier, worst.data),
  ]
  return { steps, notRun: null, overrides: { ...lent.overrides, ...worst.overrides }, isWhole: isWhole(worst) }

  function run(some: readonly Pick<Use, 'from' | 'data' | 'overrides'>[]): Promise<(CallOutcome[] | null)[]> {
    const sequences = some.map(({ from, data, overrides }) => {
      const first = from === ANY_ACCOUNT ? approvals(lent.tokens).map(({ transaction }) => transaction) : []
      const call: Transaction = { from, to: verifier, value: 0n, data, gas: GAS }
      const stateOverrides: StateOverrides = {
        ...lent.overrides,
        ...overrides,
        [from]: { ...overrides[from], balance: 10n ** 21n },
      }
      return { blocks: [{ calls: [...first, call] }], stateOverrides }
    })
    return simulator.simulateSequences({ block, sequences, transfers: true, signal })
  }

  /** Tokens that the message names, lent to a made-up buyer. */
  async function lentTo(account: Address): Promise<{ tokens: Address[]; overrides: StateOverrides }> {
    const found = await Promise.all(
      named.slice(0, MAX_TOKENS).map(async (token) => {
        if ((await chain.code(block, token, signal)) === '0x') return null
        const slot = await quoteSlots({ chain, simulator }, { block, token }, signal)
        return slot === null ? null : { token, slot: slot(account) }
      }),
    )
    const tokens = found.filter((one) => one !== null)
    const overrides = tokens.map(({ token, slot }) => [token, { storage: { [slot]: `0x${word(LENT)}` } }])
    return { tokens: tokens.map(({ token }) => token), overrides: Object.fromEntries(overrides) }
  }

  function approvals(tokens: readonly Address[]) {
    const data = encodeFunctionData({ abi: WORST_CASE_ABI, functionName: 'approve', args: [verifier as Address, LENT] })
    return tokens.map((token) => step('its user pays by the contract', ANY_ACCOUNT, token, data))
  }

  function benefitOf({ outcome }: Use): number {
    const flows = flowsOf(outcome.logs, message.account)
    return flows.reduce((sum, { change }) => sum + (change > 0n ? 1 : -1), 0)
  }

  /** Whether nothing but the signer and the user is paid, and no other account is named that may get a right. */
  function isWhole({ outcome }: Use): boolean {
    const own = new Set<Address>([message.account, verifier as Address, ANY_ACCOUNT])
    const moved = outcome.logs.map(({ address }) => address)
    if (named.some((one) => !moved.includes(one) && !lent.tokens.includes(one))) return false
    const tokens = outcome.logs.filter(({ address }) => address !== NATIVE)
    const paid = transfersOf(tokens.map((log) => ({ ...log, selector: '0x' as const }))).map(({ to }) => to)
    const coins = outcome.logs
      .filter(({ address }) => address === NATIVE)
      .map(({ topics }): Address => `0x${(topics[2] ?? '').slice(-40)}`)
    return [...paid, ...coins].every((to) => own.has(to))
  }
}
