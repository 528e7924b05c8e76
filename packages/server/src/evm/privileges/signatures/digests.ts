import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { CallFrame } from '@redoubt/risk/facts/execution.ts'
import { sign } from 'viem/accounts'
import type { ForgedSignature } from '../drainingCalls.ts'

const ECRECOVER: Address = '0x0000000000000000000000000000000000000001'

/** Returns the first digest that a call asks ECRECOVER about. */
export function digestIn(frame: CallFrame): Hex | null {
  for (const call of frame.calls) {
    if (call.to === ECRECOVER) return call.input.slice(0, 66) as Hex
    const inside = digestIn(call)
    if (inside !== null) return inside
  }
  return null
}

/** Signs a digest, in the forms in which calls hold a signature. */
export async function signatureOf(hash: Hex, privateKey: Hex): Promise<ForgedSignature> {
  const { r, s, yParity = 0 } = await sign({ hash, privateKey, to: 'object' })
  const v = 27 + yParity
  return { bytes: `${r}${s.slice(2)}${v.toString(16)}`, v: BigInt(v), words: [BigInt(r), BigInt(s)] }
}
