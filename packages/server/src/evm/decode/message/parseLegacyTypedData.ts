import type { Hex } from '@redoubt/risk/address.ts'
import type { MessageForm, TypedValue } from '@redoubt/risk/facts/signedMessage.ts'
import { encodePacked, keccak256 } from 'viem/utils'
import { cleanText } from '../../../lib/cleanText.ts'
import { invalidMessage } from './invalidMessage.ts'
import { isObject, memberType } from './typedDataTypes.ts'
import { typedDataStruct } from './typedDataValue.ts'
import { typedParameters } from './typedParameters.ts'

const MAX_MEMBERS = 256
const MAX_NAME = 128
const NO_DOMAIN = { name: null, version: null, chainId: null, verifyingContract: null, salt: null }

/**
 * Reads the first version of eth_signTypedData: an array of `{type, name, value}` without a domain, so that every
 * contract on every network may accept the signature. Names are free text here.
 * @throws InvalidInput naming the member.
 */
export function parseLegacyTypedData(given: readonly unknown[]): MessageForm & { type: 'typed-data' } {
  if (given.length === 0 || given.length > MAX_MEMBERS) {
    throw invalidMessage('typedData', `1 to ${MAX_MEMBERS} members {type, name, value}`)
  }
  const members = given.map((member, index) => {
    const at = `typedData[${index}]`
    if (!isObject(member)) throw invalidMessage(at, 'a member {type, name, value}')
    const { name, type, value } = member
    if (typeof name !== 'string' || name.length > MAX_NAME) {
      throw invalidMessage(`${at}.name`, `a text of at most ${MAX_NAME} characters`)
    }
    if (typeof type !== 'string') throw invalidMessage(`${at}.type`, 'the name of a type')
    const parsed = memberType(type, `${at}.type`, new Set())
    if (/\].*\[/.test(type)) throw invalidMessage(`${at}.type`, 'a type of one dimension')
    const types = new Map([['', { name: '', members: [{ name: 'value', type: parsed }] }]])
    const struct = typedDataStruct(
      '',
      { value },
      { types, values: 0, undeclared: [] },
      { path: at, shown: '', depth: 0 },
    )
    return { signedName: name, name: cleanText(name), type, value: struct.members[0]?.value ?? null }
  })
  const schema = members.map(({ type, signedName }) => `${type} ${signedName}`)
  const struct = { type: '', members: members.map(({ name, type, value }) => ({ name, type, value })) }
  return {
    type: 'typed-data',
    domain: NO_DOMAIN,
    primaryType: '',
    encodedType: `(${members.map(({ type, name }) => `${type} ${name}`).join(',')})`,
    parameters: typedParameters(struct),
    struct,
    undeclared: [],
    digest: keccak256(
      `${packed(
        schema.map(() => 'string'),
        schema,
      )}${packed(
        members.map(({ type }) => type),
        members.map(({ value }) => value),
      ).slice(2)}`,
    ),
  }
}

/** The hash of Solidity's packed encoding. */
function packed(types: string[], values: TypedValue[]): Hex {
  return keccak256(encodePacked(types, values))
}
