import type { Address } from '@redoubt/risk/address.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import type { BundleCall, Transaction } from '@redoubt/risk/facts/transaction.ts'
import { type BatchStep, unwrapBatch } from '@redoubt/risk/protect/accountBatches.ts'
import { NotProtectable, type ProtectForm } from './protection.ts'

const EXEC_TRANSACTION = '0x6a761202'

/**
 * Returns how the account would be told to make the calls of a transaction and one more.
 * @param safe The Safe that the transaction tells to act; null for none.
 * @throws NotProtectable where it cannot make several calls.
 */
export function protectFormOf(
  transaction: Transaction,
  { sender, safe, atomicBatch }: { sender: Account; safe: Account | null; atomicBatch: boolean },
): ProtectForm {
  const { from, to, data, userOperation, authorizationList = [] } = transaction
  if (transaction.blobVersionedHashes) throw notBatchable('a transaction with blobs makes one call')
  if (userOperation) {
    const steps = unwrapBatch(userOperation.callData)
    if (steps === null) throw notBatchable('the call data of the operation is of no known batch or single call')
    return { kind: 'user-operation', account: from, steps, transaction, like: userOperation.callData }
  }
  if (safe !== null && to === safe.address && data.startsWith(EXEC_TRANSACTION)) {
    const steps = unwrapBatch(data)
    if (steps === null) throw notBatchable('the Safe transaction runs other code than MultiSend as its own')
    return { kind: 'safe', account: safe.address, steps, owner: from, version: versionOf(safe) }
  }
  const steps = stepsOf(transaction)
  if (sender.kind?.type === 'safe')
    return { kind: 'safe', account: from, steps, owner: null, version: versionOf(sender) }
  const own = authorizationList.filter(({ authority }) => authority === undefined || authority === from)
  if (own.length < authorizationList.length)
    throw notBatchable('it carries authorisations of other accounts (EIP-7702)')
  const delegate = own.at(-1)?.address ?? (sender.class === 'delegated-eoa' ? sender.delegate : null)
  if (delegate !== null && BigInt(delegate) !== 0n) {
    const inner = to === from && !transaction.calls ? unwrapBatch(data) : null
    const list = own.length > 0 ? own : null
    return {
      kind: 'delegated-account',
      account: from,
      steps: inner ?? steps,
      delegate,
      authorizationList: list,
      like: data,
    }
  }
  if (own.length > 0)
    throw notBatchable('it ends the delegation of the account, which then makes one call a transaction')
  if (!atomicBatch)
    throw new NotProtectable(
      'cannot-batch',
      'An account of a key makes one call per transaction, and its wallet cannot make several at once. An assertion in a second transaction could not revert the first.',
    )
  return { kind: 'bundle', account: from, steps }
}

function stepsOf({ calls, to, value, data }: Transaction): BatchStep[] {
  const given: BundleCall[] = calls ?? [{ to, value, data }]
  return given.map((call) => {
    if (call.to === null) throw notBatchable('it creates a contract, which wallets do not do in a batch')
    return { to: call.to as Address, value: call.value, data: call.data }
  })
}

function versionOf({ kind }: Account): string {
  return kind?.type === 'safe' ? kind.version : ''
}

function notBatchable(why: string): NotProtectable {
  return new NotProtectable('not-batchable', `The calls cannot be closed by another one: ${why}.`)
}
