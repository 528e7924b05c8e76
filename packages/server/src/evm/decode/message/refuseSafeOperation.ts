import type { TypedStruct } from '@redoubt/risk/facts/signedMessage.ts'
import { invalidMessage } from './invalidMessage.ts'

/** The members that every version's `SafeTx` begins with. */
const SAFE_TX = 'SafeTx(address to,uint256 value,bytes data,uint8 operation,'
/** Safe's `Enum.Operation`: Call, DelegateCall. */
const LAST_OPERATION = 1n

/**
 * Refuses an operation that Safe's enum does not have. A Safe rolls it back; to read it as a call would be to judge a transaction
 * other than the signed one.
 * @throws InvalidInput naming the member.
 */
export function refuseSafeOperation(encodedType: string, { members }: TypedStruct): void {
  if (!encodedType.startsWith(SAFE_TX)) return
  const operation = members.find(({ name }) => name === 'operation')?.value
  if (typeof operation === 'bigint' && operation > LAST_OPERATION)
    throw invalidMessage('typedData.message.operation', '0 (a call) or 1 (a delegate call): a Safe knows no other')
}
