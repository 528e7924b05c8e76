import type { SignedMessage, TypedStruct, TypedValue } from '@redoubt/risk/facts/signedMessage.ts'
import { type ClearTypedData, clearSignTypedData } from '../clear/clearSignTypedData.ts'
import type { TypedData } from '../clear/typedArguments.ts'

/** A message in its project's own words (ERC-7730); null where no descriptor fits, and for what is no typed data. */
export function clearSignMessage({ form }: SignedMessage): ClearTypedData | null {
  if (form.type !== 'typed-data') return null
  const { domain, primaryType, encodedType, struct } = form
  return clearSignTypedData({
    types: typesOf(encodedType),
    primaryType,
    domain: { ...domain },
    message: membersOf(struct),
  })
}

/** The structs of `Permit(address owner,Token token)Token(address at)`, EIP-712's `encodeType`. */
function typesOf(encodedType: string): TypedData['types'] {
  const structs = [...encodedType.matchAll(/([^(),]+)\(([^()]*)\)/g)].map(([, name = '', list = '']) => {
    const members = list.split(',').flatMap((member) => {
      const [type = '', called = ''] = member.split(' ')
      return called === '' ? [] : [{ type, name: called }]
    })
    return [name, members] as const
  })
  return Object.fromEntries(structs)
}

function membersOf({ members }: TypedStruct): Record<string, unknown> {
  return Object.fromEntries(members.map(({ name, value }) => [name, plain(value)]))
}

function plain(value: TypedValue): unknown {
  if (Array.isArray(value)) return value.map(plain)
  return typeof value === 'object' && value !== null ? membersOf(value) : value
}
