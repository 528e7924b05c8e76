import type { TypedStruct } from '@redoubt/risk/facts/signedMessage.ts'
import { invalidMessage } from './invalidMessage.ts'

/** Every version's `SafeTx`, up to where they differ. */
const SAFE_TX = 'SafeTx(address to,uint256 value,bytes data,uint8 operation,'
/** Safe's `Enum.Operation`: Call, DelegateCall. */
const LAST_OPERATION = 1n

/**
 * A Safe rolls back whatever carries an operation that its enum does not have; to take it for a call would be to judge another
 * transaction than the one that is signed.
 * @throws ApiError VALIDATION_ERROR naming the member.
 */
export function refuseSafeOperation(encodedType: string, { members }: TypedStruct): void {
  if (!encodedType.startsWith(SAFE_TX)) return
  const operation = members.find(({ name }) => name === 'operation')?.value
  if (typeof operation === 'bigint' && operation > LAST_OPERATION)
    throw invalidMessage('typedData.message.operation', '0 (a call) or 1 (a delegate call): a Safe knows no other')
}
