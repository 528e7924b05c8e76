import type { Hex } from '@redoubt/risk/address.ts'
import type { DecodedCall } from '@redoubt/risk/facts/decodedCall.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { decodeCall } from './decodeCall.ts'

/** `executeUserOp`, before the call data proper (IAccountExecute, EntryPoint 0.7 on). */
const EXECUTE_USER_OP = '0x8dd7712f'

/**
 * What a transaction asks for. A bundle is a call of the account named `calls`, with its calls inside; a user operation is
 * what the entry point calls the account with.
 */
export function decodeTransaction(
  transaction: Transaction,
  context?: Parameters<typeof decodeCall>[1],
  cut?: Parameters<typeof decodeCall>[2],
): DecodedCall {
  const { from, value, data, calls, userOperation } = transaction
  if (calls)
    return {
      to: from,
      selector: null,
      functionName: 'calls',
      signature: null,
      parameters: [],
      args: [],
      abi: null,
      value: 0n,
      calls: calls.map((call) => decodeCall(call, context, cut)),
    }
  if (userOperation && data.startsWith(EXECUTE_USER_OP))
    return decodeCall({ to: from, value, data: `0x${data.slice(EXECUTE_USER_OP.length)}` as Hex }, context, cut)
  return decodeCall(transaction, context, cut)
}
