import type { Address } from '@redoubt/risk/address.ts'
import type { Capability } from '@redoubt/risk/facts/privileges.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import type { CallOutcome } from '../../simulation/simulator.ts'
import { type DelegateWay, drainingCalls, type ForgedSignature } from '../drainingCalls.ts'
import { execute } from '../execute.ts'
import { ASSET_AMOUNT } from '../fixture.ts'
import { type Loss, lossesOf } from '../lossesOf.ts'
import type { PrivilegesContext } from '../privilegesContext.ts'
import { unsetSigners } from './unsetSigners.ts'

/** Calls of one function that are tried one after another. */
const MAX_WAYS = 80
const GAS = 1_000_000n
/** From it ECRECOVER answers nothing, which many contracts read as the zero address. */
const NOTHING: ForgedSignature = { bytes: `0x${'00'.repeat(65)}`, v: 0n, words: [0n, 0n] }
/** A point of the curve: from it ECRECOVER answers some account. */
const POINT = 0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798n
const OTHER: ForgedSignature = {
  bytes: `0x${POINT.toString(16).padStart(64, '0').repeat(2)}1b`,
  v: 27n,
  words: [POINT, POINT],
}

/**
 * Makes the calls for which the contract wants the signature of a signer that was not set, as a stranger and with a signature of nothing.
 * Returns those that move its assets, or those of an account that approved it, and that another invalid signature does not open.
 */
export async function forgedSignatures(context: PrivilegesContext): Promise<Capability[]> {
  const { chain, block, address, bytecode, fixture, signal } = context
  const selectors = await unsetSigners(chain, { block, address, bytecode }, signal)
  const { holder, stranger, assets, native } = fixture
  const token = assets[0]?.address ?? null
  const drain = { taker: stranger, token, coins: native, amount: ASSET_AMOUNT / 2n, owner: holder }
  const found: Capability[] = []
  for (const made of bytecode.functions.filter(({ selector }) => selectors.has(selector))) {
    const only = { functions: [made] }
    const [ways, others] = [NOTHING, OTHER].map((signed) => drainingCalls(only, { ...drain, signed })) as [
      DelegateWay[],
      DelegateWay[],
    ]
    if (ways.length === 0) continue
    const call = ({ data }: DelegateWay): Transaction => ({ from: stranger, to: address, value: 0n, data, gas: GAS })
    const run = async (some: readonly DelegateWay[]) =>
      (await execute(context, [{ calls: some.map(call) }], 'forged signatures', { transfers: true }))[0] ?? []
    const losses = (await run(ways.slice(0, MAX_WAYS))).map((outcome) =>
      outcome.success ? lossIn(outcome, { address, holder, token }) : null,
    )
    const at = losses.findIndex((one) => one !== null)
    const [loss, way, other] = [losses[at], ways[at], others[at]]
    if (loss == null || way === undefined || other === undefined) continue
    // What any signature opens asks for none.
    const [control] = await run([other])
    if (control?.success !== false) continue
    const { selector, signature, args } = { ...made, args: way.args }
    found.push({
      kind: 'forged-signature',
      call: { caller: stranger, callerRole: 'stranger', selector, signature, args },
      state: 'effective',
      shown: `the signer is the zero address, and with a signature of zeros a stranger moved ${loss}`,
    })
  }
  return found
}

/** What left the contract, or the account that approved it. */
function lossIn(
  { logs }: CallOutcome,
  { address, holder, token }: { address: Address; holder: Address; token: Address | null },
): string | null {
  const tokens = token === null ? [] : [token]
  const of = (account: Address): Loss | null => lossesOf(logs, { address: account, tokens, paid: 0n })
  const own = of(address)
  if (own !== null) return own.coins > 0n ? `${own.coins} wei of the contract` : `tokens ${own.tokens} of the contract`
  const taken = of(holder)
  return taken === null ? null : `tokens ${taken.tokens} of an account that approved the contract`
}
