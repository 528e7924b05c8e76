import type { Address, Hex } from '@redoubt/risk/address.ts'
import { isPush } from '../bytecode/analysis/code.ts'

const [STATICCALL, GAS, CALLER, DUP1, DUP16] = [0xfa, 0x5a, 0x33, 0x80, 0x8f]
/** Calls in one contract that are tried. */
const MAX_PLACES = 6

/**
 * Returns the code of a contract that asks its caller in place of a precompile, one place at a time: compilers copy the address of
 * ECRECOVER just before the gas. A caller with the code of `answering` then makes it recover the signer from any signature over one digest. A wrong place
 * breaks the code, so what works under none of them is not known.
 */
export function askingCaller(code: Hex): Hex[] {
  const bytes = Buffer.from(code.slice(2), 'hex')
  const places: number[] = []
  let [before, last] = [0, 0]
  for (let at = 0; at < bytes.length; at++) {
    const opcode = bytes[at] ?? 0
    if (opcode === STATICCALL && last === GAS && before >= DUP1 && before <= DUP16) places.push(at - 2)
    before = last
    last = opcode
    if (isPush(opcode)) at += opcode - 0x5f
  }
  return places.slice(0, MAX_PLACES).map((place): Hex => {
    const forged = Buffer.from(bytes)
    forged[place] = CALLER
    return `0x${forged.toString('hex')}`
  })
}

/**
 * Code that answers with an account where it is asked about a digest, else with nothing: PUSH32 digest PUSH1 0 CALLDATALOAD EQ PUSH20 signer
 * MUL PUSH1 0 MSTORE PUSH1 32 PUSH1 0 RETURN.
 */
export function answering(signer: Address, digest: Hex): Hex {
  return `0x7f${digest.slice(2)}6000351473${signer.slice(2)}0260005260206000f3`
}
