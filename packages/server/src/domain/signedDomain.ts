import type { Address, Hex } from '@redoubt/risk/address.ts'
import { getAddress, hashStruct } from 'viem/utils'
import { type DomainTerms, FORM } from './signedTerms.ts'

/** Members of an EIP-712 domain in the order of the standard. */
const DOMAIN_FIELDS = [
  ['name', 'string'],
  ['version', 'string'],
  ['chainId', 'uint256'],
  ['verifyingContract', 'address'],
  ['salt', 'bytes32'],
] as const

export type SignedDomain = Record<string, string | number>

/** The domain that the terms describe, of the contract on the network. */
export function domainOf(terms: DomainTerms, { token, chainId }: { token: Address; chainId: number }): SignedDomain {
  const { name, version, salt } = terms
  const members: SignedDomain = { name, version, chainId, verifyingContract: getAddress(token), salt }
  return Object.fromEntries(
    DOMAIN_FIELDS.flatMap(([field]) => ((terms.form & FORM[field]) === 0 ? [] : [[field, members[field] ?? '']])),
  )
}

/** The type of the domain, as typed data lists it. */
export function domainType(domain: SignedDomain): { name: string; type: string }[] {
  return DOMAIN_FIELDS.flatMap(([name, type]) => (name in domain ? [{ name, type }] : []))
}

/** What contracts answer as `DOMAIN_SEPARATOR()`. */
export function domainHash(domain: SignedDomain): Hex {
  return hashStruct({ data: domain, primaryType: 'EIP712Domain', types: { EIP712Domain: domainType(domain) } })
}
