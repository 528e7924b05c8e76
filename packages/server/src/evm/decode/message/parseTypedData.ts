import type { Address, Hex } from '@redoubt/risk/address.ts'
import type {
  MessageForm,
  SigningMethod,
  TypedDataDomain,
  TypedStruct,
  TypedValue,
} from '@redoubt/risk/facts/signedMessage.ts'
import { keccak256, stringToHex } from 'viem/utils'
import { visibleText } from '../../../lib/cleanText.ts'
import { isObject, type MemberType, memberType, type StructTypes, typedDataTypes } from './typedDataTypes.ts'
import { type Reading, typedDataStruct } from './typedDataValue.ts'
import { invalidMessage, typedParameters } from './typedParameters.ts'

/** The members that every version's `SafeTx` begins with. */
const SAFE_TX = 'SafeTx(address to,uint256 value,bytes data,uint8 operation,'

/** Safe's `Enum.Operation`: Call, DelegateCall. */
const LAST_OPERATION = 1n

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
  const domainHash = hashStruct(domainStruct, types)
  const messageHash = primaryType === DOMAIN ? null : hashStruct(struct, types)
  const encodedType = encodeType(primaryType, types)
  refuseSafeOperation(encodedType, struct)
  // Version 3 encodes no arrays.
  const encodes = method !== 'eth_signTypedData_v3' || !encodedType.includes('[')
  return {
    type: 'typed-data',
    domain: readDomain(domainStruct),
    primaryType,
    encodedType,
    parameters: typedParameters(struct),
    struct,
    undeclared: reading.undeclared,
    digest: encodes ? keccak256(`0x1901${domainHash.slice(2)}${messageHash?.slice(2) ?? ''}`) : null,
    hashes: encodes ? { domain: domainHash, message: messageHash } : null,
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
    return value === null ? null : visibleText(value as string)
  }
  return {
    name: text('name'),
    version: text('version'),
    chainId: member('chainId', /^uint\d+$/) as bigint | null,
    verifyingContract: member('verifyingContract', /^address$/) as Address | null,
    salt: member('salt', /^bytes32$/) as Hex | null,
  }
}

/**
 * Refuses an operation that Safe's enum does not have. A Safe rolls it back; to read it as a call would be to judge a transaction
 * other than the signed one.
 * @throws InvalidInput naming the member.
 */
function refuseSafeOperation(encodedType: string, { members }: TypedStruct): void {
  if (!encodedType.startsWith(SAFE_TX)) return
  const operation = members.find(({ name }) => name === 'operation')?.value
  if (typeof operation === 'bigint' && operation > LAST_OPERATION)
    throw invalidMessage('typedData.message.operation', '0 (a call) or 1 (a delegate call): a Safe knows no other')
}

/** `Mail(Person from,string contents)Person(…)`: a type, then the types it refers to by name (EIP-712 encodeType). */
function encodeType(name: string, types: StructTypes): string {
  const others = new Set<string>()
  const open = [name]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const member of types.get(next)?.members ?? []) {
      let { type } = member
      while (type.kind === 'array') type = type.item
      if (type.kind !== 'struct' || type.name === name || others.has(type.name)) continue
      others.add(type.name)
      open.push(type.name)
    }
  }
  return [name, ...[...others].sort()]
    .map((each) => `${each}(${(types.get(each)?.members ?? []).map((m) => `${m.type.text} ${m.name}`).join(',')})`)
    .join('')
}

/** EIP-712 hashStruct of a struct that was read by these types; `typeHashes` remembers types between calls. */
function hashStruct(struct: TypedStruct, types: StructTypes, typeHashes = new Map<string, string>()): Hex {
  let typeHash = typeHashes.get(struct.type)
  if (typeHash === undefined) {
    typeHash = keccak256(stringToHex(encodeType(struct.type, types))).slice(2)
    typeHashes.set(struct.type, typeHash)
  }
  const members = types.get(struct.type)?.members ?? []
  const words = members.map(({ type }, index) => word(type, struct.members[index]?.value ?? null, types, typeHashes))
  return keccak256(`0x${typeHash}${words.join('')}`)
}

/** The 32 bytes that stand for one value, as hex digits. */
function word(type: MemberType, value: TypedValue, types: StructTypes, typeHashes: Map<string, string>): string {
  switch (type.kind) {
    case 'struct':
      return value === null ? '0'.repeat(64) : hashStruct(value as TypedStruct, types, typeHashes).slice(2)
    case 'array':
      return keccak256(
        `0x${(value as TypedValue[]).map((element) => word(type.item, element, types, typeHashes)).join('')}`,
      ).slice(2)
    case 'string':
      return keccak256(stringToHex(value as string)).slice(2)
    case 'bytes':
      return keccak256(value as Hex).slice(2)
    case 'fixedBytes':
      return (value as string).slice(2).padEnd(64, '0')
    case 'address':
      return (value as string).slice(2).padStart(64, '0')
    case 'bool':
      return (value === true ? '1' : '0').padStart(64, '0')
    default:
      return BigInt.asUintN(256, value as bigint)
        .toString(16)
        .padStart(64, '0')
  }
}
