import type { Address, Hex } from '@redoubt/risk/address.ts'
import { isPush } from '../bytecode/analysis/code.ts'

const [CALL, STATICCALL, GAS, ORIGIN, JUMPDEST, PUSH1, DUP1, DUP16] = [0xf1, 0xfa, 0x5a, 0x32, 0x5b, 0x60, 0x80, 0x8f]
/** Calls in one contract that are tried. */
const MAX_PLACES = 8

/**
 * Returns the code of a contract that asks the sender of the transaction in place of a precompile, one place at a time: compilers put the address
 * of ECRECOVER just before the gas. A sender with the code of `answering` then makes it recover the signer from any signature over one
 * digest. A wrong place breaks the code, so what works under none of them is not known.
 */
export function askingSender(code: Hex): Hex[] {
  const bytes = Buffer.from(code.slice(2), 'hex')
  const written: number[] = []
  const copied: number[] = []
  let [before, last] = [0, 0]
  for (let at = 0; at < bytes.length; at++) {
    const opcode = bytes[at] ?? 0
    if ((opcode === STATICCALL || opcode === CALL) && last === GAS) {
      if (before === PUSH1 && bytes[at - 2] === 1) written.push(at - 3)
      else if (before >= DUP1 && before <= DUP16) copied.push(at - 2)
    }
    before = last
    last = opcode
    if (isPush(opcode)) at += opcode - 0x5f
  }
  // A precompile by its number is no other call.
  return [...written, ...copied].slice(0, MAX_PLACES).map((place): Hex => {
    const forged = Buffer.from(bytes)
    forged[place] = ORIGIN
    if (bytes[place] === PUSH1) forged[place + 1] = JUMPDEST
    return `0x${forged.toString('hex')}`
  })
}

/** Bytes of memory that `slow` code touches, and gas that this costs at least. */
const TOUCHED = '060000'
export const SLOW_GAS = 300_000n

/**
 * Code that answers with an account where it is asked, in the form of ECRECOVER, about a digest, and with nothing about another. Any other call
 * it answers with its selector, as receivers of items do. `slow`: it burns `SLOW_GAS` first, so that the gas of a call that fails tells whether it came so far.
 */
export function answering(signer: Address, digest: Hex, slow = false): Hex {
  const selector = '60003560e01c60e01b60005260206000f3'
  const asked = `5b7f${digest.slice(2)}60003514`
  const burns = slow ? `62${TOUCHED}5150` : ''
  const answer = `5b${burns}73${signer.slice(2)}60005260206000f3`
  const start = 7
  const atAsked = start + selector.length / 2
  const nothing = '60006000f3'
  const atAnswer = atAsked + asked.length / 2 + 3 + nothing.length / 2
  return `0x36608014${push(atAsked)}57${selector}${asked}${push(atAnswer)}57${nothing}${answer}`
}

function push(place: number): string {
  return `60${place.toString(16).padStart(2, '0')}`
}
