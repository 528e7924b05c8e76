import type { Hex } from '@redoubt/risk/address.ts'
import type { TypedStruct, TypedValue } from '@redoubt/risk/facts/signedMessage.ts'
import { keccak256, stringToHex } from 'viem/utils'
import type { MemberType, StructTypes } from './typedDataTypes.ts'

/** `Mail(Person from,string contents)Person(…)`: a type, then the types it refers to by name (EIP-712 encodeType). */
export function encodeType(name: string, types: StructTypes): string {
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
export function hashStruct(struct: TypedStruct, types: StructTypes, typeHashes = new Map<string, string>()): Hex {
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
