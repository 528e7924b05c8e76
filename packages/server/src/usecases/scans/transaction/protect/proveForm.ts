import type { Address } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import {
  type BatchStep,
  encodeMultiSend,
  execTransactionByOwner,
  wrapBatch,
} from '@redoubt/risk/protect/accountBatches.ts'
import { type Condition, impossible } from '@redoubt/risk/protect/condition.ts'
import { encodeCheck } from '@redoubt/risk/protect/encodeConditions.ts'
import type { TransactionSources } from '../transactionSources.ts'
import { type OwnFee, succeeded } from './measureReadings.ts'
import {
  NotProtectable,
  type OfferedProtection,
  type ProtectForm,
  type ProtectSources,
  selfCheckFailed,
} from './protection.ts'

type Sent = Pick<OfferedProtection, 'transaction' | 'safeTransaction' | 'userOperation'>
type Context = {
  sources: TransactionSources & { protect: ProtectSources }
  block: PinnedBlock
  deployment: readonly BatchStep[]
  conditions: readonly Condition[]
  /** Of the assertion and its deployment. */
  gas: bigint
  ownFee: OwnFee
}

/** MultiSendCallOnly by version of the Safe (safe-global/safe-deployments). */
const CALL_ONLY = {
  '1.3.0': '0x40a2accbd92bca938b02010e17a5b8929b49130d',
  '1.4.1': '0x9641d764fc13c8b624c04430c7356c1c7c8102e2',
} as const satisfies Record<string, Address>

/**
 * Writes the closed batch in the way that the account itself understands, and executes it so: it succeeds, and with a condition that
 * cannot hold it fails, whatever the account makes of a failed call.
 * @throws NotProtectable where no known way does.
 */
export async function proveForm(form: ProtectForm, context: Context, signal: AbortSignal): Promise<Sent> {
  const nothing: Sent = { transaction: null, safeTransaction: null, userOperation: null }
  switch (form.kind) {
    case 'bundle':
      return nothing
    case 'delegated-account':
      return { ...nothing, transaction: await proveDelegated(form, context, signal) }
    case 'safe':
      return { ...nothing, safeTransaction: await proveSafe(form, context, signal) }
    case 'user-operation':
      return { ...nothing, userOperation: await proveOperation(form, context, signal) }
  }
}

function stepsWith(form: ProtectForm, { sources, deployment }: Context, conditions: readonly Condition[]): BatchStep[] {
  const assertion: BatchStep = { to: sources.protect.assertion.address, value: 0n, data: encodeCheck(conditions) }
  return [...deployment, ...form.steps, assertion]
}

/** Executes the same with the conditions, and with one that no account meets. */
async function holdsAndFails(
  run: (conditions: readonly Condition[]) => Transaction,
  { sources: { protect }, block }: Context,
  { account, conditions }: { account: Address; conditions: readonly Condition[] },
  signal: AbortSignal,
): Promise<boolean> {
  const [good, bad] = await Promise.all(
    [conditions, [impossible(account)]].map((list) => protect.execute(block, run(list), signal)),
  )
  return good !== undefined && bad !== undefined && succeeded(good) && !succeeded(bad)
}

/** Null where the delegate knows no such function: the wallet then makes the calls in its own way. */
async function proveDelegated(
  form: Extract<ProtectForm, { kind: 'delegated-account' }>,
  context: Context,
  signal: AbortSignal,
): Promise<Sent['transaction']> {
  const { account, authorizationList, like } = form
  const { conditions, ownFee } = context
  const ways = wrapBatch(stepsWith(form, context, conditions), like, null)
  for (const [at, way] of ways.entries()) {
    const run = (list: readonly Condition[]): Transaction => ({
      ...ownFee,
      from: account,
      to: account,
      value: 0n,
      data: wrapBatch(stepsWith(form, context, list), like, null)[at]?.data ?? '0x',
      ...(authorizationList && { authorizationList }),
    })
    if (await holdsAndFails(run, context, { account, conditions }, signal))
      return { from: account, to: account, data: way.data, authorizationList }
  }
  return null
}

async function proveSafe(
  form: Extract<ProtectForm, { kind: 'safe' }>,
  context: Context,
  signal: AbortSignal,
): Promise<Sent['safeTransaction']> {
  const { account, owner, version } = form
  const { sources, block, conditions } = context
  const to = await callOnlyOf(version, context, signal)
  if (to === null)
    throw new NotProtectable('not-batchable', 'MultiSendCallOnly of the Safe’s version does not stand at this block.')
  const nonce = conditions.find(({ kind }) => kind === 'safe-nonce')
  if (nonce === undefined) throw new NotProtectable('incomplete', 'The nonce of the Safe could not be read.')
  const data = encodeMultiSend(stepsWith(form, context, conditions))
  // Alone, an owner executes without further signatures; with more owners the batch itself was executed before.
  const threshold = await sources.read(block, { to: account, data: '0xe75235b8' }, signal)
  const sender = owner ?? (await firstOwner(account, context, signal))
  if (threshold !== null && BigInt(threshold) === 1n && sender !== null) {
    const run = (list: readonly Condition[]): Transaction => ({
      from: sender,
      to: account,
      value: 0n,
      data: execTransactionByOwner(sender, { to, data: encodeMultiSend(stepsWith(form, context, list)), operation: 1 }),
    })
    if (!(await holdsAndFails(run, context, { account, conditions }, signal)))
      throw selfCheckFailed('the Safe does not execute the batch, or executes it although a condition fails')
  }
  return { safe: account, to, data, operation: 1, nonce: nonce.min - 1n }
}

async function callOnlyOf(version: string, { sources, block }: Context, signal: AbortSignal): Promise<Address | null> {
  const first = version === '1.3.0' ? CALL_ONLY['1.3.0'] : CALL_ONLY['1.4.1']
  for (const address of [first, ...Object.values(CALL_ONLY)]) {
    const { codeSize } = await sources.account(block, address, signal, 'callee')
    if (codeSize > 0) return address
  }
  return null
}

async function firstOwner(safe: Address, { sources, block }: Context, signal: AbortSignal): Promise<Address | null> {
  const answer = await sources.read(block, { to: safe, data: '0xa0e67e2b' }, signal)
  return answer !== null && answer.length >= 2 + 3 * 64 ? `0x${answer.slice(2 + 2 * 64 + 24, 2 + 3 * 64)}` : null
}

async function proveOperation(
  form: Extract<ProtectForm, { kind: 'user-operation' }>,
  context: Context,
  signal: AbortSignal,
): Promise<Sent['userOperation']> {
  const { account, transaction, like } = form
  const operation = transaction.userOperation
  if (!operation) throw new NotProtectable('not-batchable', 'There is no operation.')
  const { sources, block, conditions, gas } = context
  const { codeSize } = await sources.account(block, CALL_ONLY['1.4.1'], signal, 'callee')
  const multiSend = codeSize > 0 ? CALL_ONLY['1.4.1'] : null
  // An entry point counts the nonce before the calls, and is not part of this execution.
  const held = conditions.filter(({ kind }) => kind !== 'entry-point-nonce')
  const callGasLimit = operation.callGasLimit === null ? null : operation.callGasLimit + 2n * gas
  const { signature: _signature, ...unsigned } = operation
  const ways = wrapBatch(stepsWith(form, context, conditions), like, multiSend)
  for (const [at, way] of ways.entries()) {
    const run = (list: readonly Condition[]): Transaction => {
      const callData = wrapBatch(stepsWith(form, context, list), like, multiSend)[at]?.data ?? '0x'
      return { ...transaction, data: callData, userOperation: { ...unsigned, callData, callGasLimit } }
    }
    if (held.length > 0 && (await holdsAndFails(run, context, { account, conditions: held }, signal)))
      return { callData: way.data, callGasLimit }
  }
  throw new NotProtectable('not-batchable', 'The account knows no function that makes several calls, all or none.')
}
