import type { Address, Hex } from '@redoubt/risk/address.ts'
import { isPush } from '../bytecode/analysis/code.ts'
import type { StateOverrides } from '../simulation/simulator.ts'

const [STATICCALL, PUSH1, ECRECOVER] = [0xfa, 0x60, 0x01]
/** Address of one byte without code on any network: it answers in place of the precompile. */
const STAND_IN = 0xf3
const STAND_IN_ADDRESS: Address = `0x${STAND_IN.toString(16).padStart(40, '0')}`
/** Instructions between the address of a precompile and the call to it, and places in one contract that are tried. */
const MAX_BETWEEN = 60
const MAX_PLACES = 6

/**
 * Returns overrides under which a contract recovers `signer` from any signature: its code asks another account than the precompile, one
 * place at a time. A wrong place breaks the code, so what works under none of them is not known.
 */
export function forgedSigner(
  code: Hex,
  { contract, signer }: { contract: Address; signer: Address },
): StateOverrides[] {
  const bytes = Buffer.from(code.slice(2), 'hex')
  const pushes: { at: number; index: number }[] = []
  const places = new Set<number>()
  for (let at = 0, index = 0; at < bytes.length; at++, index++) {
    const opcode = bytes[at] ?? 0
    if (opcode === PUSH1 && bytes[at + 1] === ECRECOVER) pushes.push({ at: at + 1, index })
    if (opcode === STATICCALL)
      for (const push of pushes.filter((one) => index - one.index <= MAX_BETWEEN)) places.add(push.at)
    if (isPush(opcode)) at += opcode - 0x5f
  }
  // PUSH20 signer PUSH1 0 MSTORE PUSH1 32 PUSH1 0 RETURN.
  const answer: Hex = `0x73${signer.slice(2)}60005260206000f3`
  return [...places].slice(-MAX_PLACES).map((place) => {
    const forged = Buffer.from(bytes)
    forged[place] = STAND_IN
    return { [contract]: { code: `0x${forged.toString('hex')}` as Hex }, [STAND_IN_ADDRESS]: { code: answer } }
  })
}
