import type { SignedIntent } from '@redoubt/risk/facts/signedIntent.ts'
import type { SignedMessage } from '@redoubt/risk/facts/signedMessage.ts'
import { parseMessage } from './parseMessage.ts'
import { recogniseMessage } from './recogniseMessage.ts'

/** The account that is asked to sign, and another account. */
export const SIGNER = '0x1111111111111111111111111111111111111111'
export const OTHER = '0x2222222222222222222222222222222222222222'
export const TOKEN = '0x3333333333333333333333333333333333333333'
export const VERIFIER = '0x4444444444444444444444444444444444444444'

/** Struct types written as EIP-712 writes them: `A(uint256 x,B b)B(address y)`. */
export function typesOf(encoded: string): Record<string, { name: string; type: string }[]> {
  return Object.fromEntries(
    [...encoded.matchAll(/([\w$:]+)\(([^)]*)\)/g)].map(([, name = '', members = '']) => [
      name,
      members
        .split(',')
        .filter((member) => member !== '')
        .map((member) => ({ type: member.split(' ')[0] ?? '', name: member.split(' ')[1] ?? '' })),
    ]),
  )
}

/** Typed data of this type, its first struct primary, for a contract on Ethereum. */
export function typedData(encoded: string, message: unknown, domain: Record<string, unknown> = {}) {
  return {
    types: typesOf(encoded),
    primaryType: encoded.slice(0, encoded.indexOf('(')),
    domain: { name: 'Example', version: '1', chainId: 1, verifyingContract: VERIFIER, ...domain },
    message,
  }
}

export function parseTyped(encoded: string, message: unknown, domain: Record<string, unknown> = {}): SignedMessage {
  return parseMessage({
    account: SIGNER,
    method: 'eth_signTypedData_v4',
    typedData: typedData(encoded, message, domain),
  })
}

export function recogniseTyped(
  encoded: string,
  message: unknown,
  domain: Record<string, unknown> = {},
): SignedIntent[] {
  return recogniseMessage(parseTyped(encoded, message, domain))
}
