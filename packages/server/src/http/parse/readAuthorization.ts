import type { Authorization } from '@redoubt/risk/facts/transaction.ts'
import type { Static } from 'typebox'
import type { Authorization as AuthorizationSchema } from '../schemas/transactionParts.ts'
import { invalid, lower, quantity, UINT64, withoutNull } from './transactionMembers.ts'

/**
 * An EIP-7702 authorisation, signed or not, as nodes, viem and ethers write it. `at` is its path in the body.
 * @throws ApiError VALIDATION_ERROR for names that contradict each other, and for half a signature: it could be taken for an unsigned
 * authorisation, which is the sender's.
 */
export function readAuthorization(given: Static<typeof AuthorizationSchema>, at: string): Authorization {
  const entry = withoutNull(given)
  const { address, contractAddress, signature } = entry
  const target = address ?? contractAddress
  if (target === undefined) throw invalid(`body.${at}.address: missing, expected 0x followed by 40 hex digits`)
  if (contractAddress !== undefined && lower(contractAddress) !== lower(target))
    throw invalid(`body.${at}.contractAddress: expected the same as address, its other name; send one of them`)
  const names = ['yParity', 'v', 'r', 's'] as const
  const beside = names.find((name) => entry[name] !== undefined)
  if (signature && beside) throw invalid(`body.${at}.${beside}: expected either signature or ${beside}, not both`)
  return {
    chainId: Number(quantity(`${at}.chainId`, entry.chainId, BigInt(Number.MAX_SAFE_INTEGER))),
    address: lower(target),
    nonce: quantity(`${at}.nonce`, entry.nonce, UINT64),
    ...(signature ? readSignature(withoutNull(signature), `${at}.signature`) : readSignature(entry, at)),
  }
}

type Signature = { yParity?: string | number; v?: string | number; r?: string; s?: string }

function readSignature(given: Signature, at: string): Pick<Authorization, 'yParity' | 'r' | 's'> {
  const signature = { yParity: parityOf(given, at), r: given.r, s: given.s }
  const names = ['yParity', 'r', 's'] as const
  const missing = names.find((name) => signature[name] === undefined)
  const present = names.find((name) => signature[name] !== undefined)
  if (missing && present)
    throw invalid(`body.${at}.${missing}: missing beside ${present}; send yParity, r and s, or none of them`)
  const { yParity, r, s } = signature
  return yParity === undefined || r === undefined || s === undefined ? {} : { yParity, r: lower(r), s: lower(s) }
}

/** `yParity`, or `v`: the same, or 27 more. */
function parityOf({ yParity, v }: Signature, at: string): number | undefined {
  const parity = yParity === undefined ? undefined : Number(quantity(`${at}.yParity`, yParity, 1n))
  if (v === undefined) return parity
  const value = Number(quantity(`${at}.v`, v, 28n))
  const ofV = value >= 27 ? value - 27 : value
  if (ofV > 1) throw invalid(`body.${at}.v: expected 0, 1, 27 or 28`)
  if (parity !== undefined && parity !== ofV)
    throw invalid(`body.${at}.v: expected the same as yParity, its other spelling; send one of them`)
  return ofV
}
