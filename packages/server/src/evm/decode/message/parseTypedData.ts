import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { MessageForm, SigningMethod, TypedDataDomain, TypedStruct } from '@redoubt/risk/facts/signedMessage.ts'
import { keccak256 } from 'viem/utils'
import { cleanText } from '../../../lib/cleanText.ts'
import { encodeType, hashStruct } from './encodeTypedData.ts'
import { invalidMessage } from './invalidMessage.ts'
import { refuseSafeOperation } from './refuseSafeOperation.ts'
import { isObject, memberType, type StructTypes, typedDataTypes } from './typedDataTypes.ts'
import { type Reading, typedDataStruct } from './typedDataValue.ts'
import { typedParameters } from './typedParameters.ts'

const DOMAIN = 'EIP712Domain'
const DOMAIN_MEMBERS = [
  ['name', 'string'],
  ['version', 'string'],
  ['chainId', 'uint256'],
  ['verifyingContract', 'address'],
  ['salt', 'bytes32'],
] as const

/**
 * Reads EIP-712 typed data `{types, primaryType, domain, message}` as wallets sign it. Where `types` does not declare the
 * domain, it is taken to be what the domain holds, as libraries do before they ask a wallet.
 * @throws InvalidInput naming the member.
 */
export function parseTypedData(given: unknown, method: SigningMethod): MessageForm & { type: 'typed-data' } {
  if (!isObject(given)) throw invalidMessage('typedData', 'an object {types, primaryType, domain, message}')
  const { primaryType } = given
  const domain = given.domain ?? {}
  const types = withDomain(typedDataTypes(given.types), domain)
  if (typeof primaryType !== 'string' || !types.has(primaryType)) {
    throw invalidMessage('typedData.primaryType', 'the name of a type that types declares')
  }
  const reading: Reading = { types, values: 0, undeclared: [] }
  const domainStruct = typedDataStruct(DOMAIN, domain, reading, { path: 'typedData.domain', shown: 'domain', depth: 0 })
  // Wallets sign the domain alone when it is the primary type, whatever the message holds.
  const struct =
    primaryType === DOMAIN
      ? domainStruct
      : typedDataStruct(primaryType, given.message, reading, { path: 'typedData.message', shown: '', depth: 0 })
  const hashes = [hashStruct(domainStruct, types), ...(primaryType === DOMAIN ? [] : [hashStruct(struct, types)])]
  const encodedType = encodeType(primaryType, types)
  refuseSafeOperation(encodedType, struct)
  return {
    type: 'typed-data',
    domain: readDomain(domainStruct),
    primaryType,
    encodedType,
    parameters: typedParameters(struct),
    struct,
    undeclared: reading.undeclared,
    digest:
      method === 'eth_signTypedData_v3' && encodedType.includes('[')
        ? null
        : keccak256(`0x1901${hashes.map((hash) => hash.slice(2)).join('')}` as Hex),
  }
}

function withDomain(types: StructTypes, domain: unknown): StructTypes {
  if (types.has(DOMAIN) || !isObject(domain)) return types
  const members = DOMAIN_MEMBERS.filter(([name]) => Object.hasOwn(domain, name) && (domain[name] ?? null) !== null)
  return new Map([
    ...types,
    [
      DOMAIN,
      { name: DOMAIN, members: members.map(([name, type]) => ({ name, type: memberType(type, '', new Set()) })) },
    ],
  ])
}

/** Members of an unusual type (a chain id as text) bind the signature to nothing that a contract checks: null. */
function readDomain(struct: TypedStruct): TypedDataDomain {
  const member = (name: string, type: RegExp) =>
    struct.members.find((each) => each.name === name && type.test(each.type))?.value ?? null
  const text = (name: string) => {
    const value = member(name, /^string$/)
    return value === null ? null : cleanText(value as string)
  }
  return {
    name: text('name'),
    version: text('version'),
    chainId: member('chainId', /^uint\d+$/) as bigint | null,
    verifyingContract: member('verifyingContract', /^address$/) as Address | null,
    salt: member('salt', /^bytes32$/) as Hex | null,
  }
}
