import type { Hex } from '../address.ts'
import { attempt, type GetFact } from '../engine/gatherFacts.ts'
import type { Bytecode } from '../facts/bytecode.ts'
import type { Capability, PrivilegedCall } from '../facts/privileges.ts'
import type { Trade, TradeRun } from '../facts/trade.ts'
import { SELECTORS } from './selectors.ts'

/** Words for making tokens that honest code uses: issuers, bridges, vaults, rewards, rebasing. */
const OPEN_NAME =
  /mint|issue|create|deposit|rebase|supply|reward|stake|wrap|swap|bridge|convert|migrate|redeem|claim|vest|harvest|emission|inflation|oracleReport/i

/**
 * Whether the name of a call that mints tokens says that it mints. Without a published name (`signature` null) only the
 * standard's own selector says so. A mint through a contract that may mint (a bridge, a farm) is judged by the token's own
 * function, which the token's holders can read.
 */
export function isOpenMint(
  { call: made }: Pick<Capability, 'call'>,
  { bytecode, capabilities }: { bytecode: Bytecode | null; capabilities: readonly Capability[] },
): boolean {
  const call = capabilities.find((one) => isIndirectCall(made, one))?.call ?? made
  const signature =
    call.signature ?? bytecode?.functions.find(({ selector }) => selector === call.selector)?.signature ?? null
  return signature !== null && OPEN_NAME.test(signature)
}

/** Whether `call` is a call of the contract that mints by the given capability: the same privilege, one call further away. */
export function isIndirectCall(call: PrivilegedCall, { kind, call: direct }: Capability): boolean {
  return kind === 'mint' && direct.to === undefined && call.to !== undefined && direct.caller === call.to
}

/**
 * The sales of what a newcomer bought. `reached`: attempts that got as far as selling; `failed`: those of them that could not.
 * `patientFailed`: the one who waited longest could not either: a cool-down or a launch window does not explain it.
 */
export function salesOf({ runs }: Trade): { reached: TradeRun[]; failed: TradeRun[]; patientFailed: boolean } {
  const reached = runs.filter(
    ({ scenario, failed, sellTax }) =>
      scenario !== 'holder' && (sellTax !== null || failed?.step === 'sell' || failed?.step === 'approve'),
  )
  const failed = reached.filter(({ sellTax }) => sellTax === null)
  const patient = reached.find(({ scenario }) => scenario === 'day-later')
  return { reached, failed, patientFailed: patient ? patient.sellTax === null : failed.length === reached.length }
}

/**
 * Whether the token has no market and refuses every approval: a receipt or a membership that no exchange can sell. A sale in a
 * pool made for the test then says nothing about its holders.
 */
export function refusesApprovals(trade: Trade): boolean {
  const { reached } = salesOf(trade)
  const ofHolders = trade.runs.filter(({ scenario, sellTax }) => scenario === 'holder' && sellTax === null)
  return reached.length > 0 && areApprovalsRefused(trade.pool, [...reached, ...ofHolders])
}

/** Whether every sale failed at the approval, in a pool made for the test. */
export function areApprovalsRefused(
  pool: Pick<Trade['pool'], 'made'>,
  sales: readonly { failed: { step: string } | null }[],
): boolean {
  return pool.made && sales.length > 0 && sales.every(({ failed }) => failed?.step === 'approve')
}

/** asset(), convertToAssets(), redeem() and withdraw() of ERC-4626. */
const VAULT: readonly Hex[] = ['0x38d52e0f', '0x07a2d13a', '0xba087652', '0xb460af94']

/** transfer() and transferFrom(). */
const TRANSFERS: readonly Hex[] = [SELECTORS.transfer, SELECTORS.transferFrom]

/** Whether no function can transfer a balance, and no other code can add one: votes of a lock, stakes of a reward pool. */
export function hasNoTransfers(bytecode: Bytecode | null): boolean {
  if (bytecode?.complete !== true || bytecode.opcodes.delegatecall) return false
  return !bytecode.functions.some(({ selector }) => TRANSFERS.includes(selector))
}

/**
 * Returns whether the token has no market that it could have: who holds how much of it, and for how little it sells, says nothing. Shares of a
 * vault without a pool are redeemed by the vault, and locked balances are paid back by their contract: both are judged by their users' deposits.
 */
export async function deriveUntradable(get: GetFact): Promise<boolean> {
  const [trade, bytecode] = await Promise.all([attempt(get, 'trade'), attempt(get, 'bytecode')])
  if (trade.missing) return false
  if (trade.value === null) return hasNoTransfers(bytecode.value)
  const selectors = new Set(bytecode.value?.functions.map(({ selector }) => selector))
  return refusesApprovals(trade.value) || (trade.value.pool.made && VAULT.every((one) => selectors.has(one)))
}
