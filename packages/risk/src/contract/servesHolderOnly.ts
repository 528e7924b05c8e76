import type { Bytecode } from '../facts/bytecode.ts'
import { isLure } from './lures.ts'

/**
 * Whether no function of the code does anything for a visitor: each one is for the holder of a key, or only answers a question. Such a
 * contract promises nothing, and a payment that it passes on at once to an account is a payment to that account, as with a deposit address.
 */
export function servesHolderOnly(bytecode: Bytecode | null): boolean {
  if (bytecode === null || !bytecode.complete || bytecode.standard !== null) return false
  const { delegatecall, callcode, create, create2, selfdestruct } = bytecode.opcodes
  if (delegatecall || callcode || create || create2 || selfdestruct) return false
  return bytecode.functions.every((one) => {
    if (isLure(one)) return false
    const acts = one.writes.length > 0 || one.writesElsewhere === true || one.sendsNative || one.asks.length > 0
    // A payable function that does nothing keeps what it is paid; in old code that is no sign.
    return one.gated || (!acts && (one.mutability !== 'payable' || bytecode.takesAnyPayment === true))
  })
}
