import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { type Measured, type Reading, reading } from '@redoubt/risk/protect/condition.ts'
import { keccak256 } from 'viem/utils'
import type { TransactionSources } from '../transactionSources.ts'
import type { ProtectForm } from './protection.ts'

// What an assertion needs to know besides what is measured.

/** What is known without an execution: code that a simulation replaces, and nonces that only the real way of sending counts. */
export async function fixedReadings(
  form: ProtectForm,
  { principal, sources, block }: { principal: Account; sources: TransactionSources; block: PinnedBlock },
  signal: AbortSignal,
): Promise<Measured[]> {
  const { account } = form
  const exact = (one: Reading, after: bigint): Measured => ({ ...one, before: null, after })
  const list: Measured[] = []
  const delegate = form.kind === 'delegated-account' ? form.delegate : principal.delegate
  if (delegate !== null) {
    const delegation: Hex = `0xef0100${delegate.slice(2)}`
    list.push(exact(reading('code-hash', { account }), BigInt(keccak256(delegation))))
  } else if (principal.codeHash !== null)
    list.push(exact(reading('code-hash', { account }), BigInt(principal.codeHash)))
  if (form.kind === 'safe') {
    const nonce = await sources.read(block, { to: account, data: '0xaffed0e0' }, signal)
    if (nonce?.length === 66) list.push(exact(reading('safe-nonce', { target: account }), BigInt(nonce) + 1n))
  }
  if (form.kind === 'user-operation' && form.transaction.userOperation) {
    const { entryPoint, nonce } = form.transaction.userOperation
    list.push(exact(reading('entry-point-nonce', { target: entryPoint, account, id: nonce >> 64n }), nonce + 1n))
  }
  return list
}

/** Functions that tell the shares of an account: sharesOf(address) and scaledBalanceOf(address). */
const SHARE_GETTERS: readonly Hex[] = ['0xf5eb42dc', '0x1da24f3e']

/** Tokens whose balances are shares at a rate. */
export async function countingShares(
  sources: TransactionSources,
  { block, account, tokens }: { block: PinnedBlock; account: Address; tokens: readonly Address[] },
  signal: AbortSignal,
): Promise<ReadonlySet<Address>> {
  const asked = tokens.flatMap((to) =>
    SHARE_GETTERS.map((getter) => ({ to, data: `${getter}${account.slice(2).padStart(64, '0')}` as Hex })),
  )
  const answers = await Promise.all(asked.map((call) => sources.read(block, call, signal).catch(() => null)))
  return new Set(asked.flatMap(({ to }, at) => (answers[at]?.length === 66 ? [to] : [])))
}
