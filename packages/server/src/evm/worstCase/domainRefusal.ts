import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { SignedMessage } from '@redoubt/risk/facts/signedMessage.ts'
import { concat, encodeAbiParameters, encodeFunctionData, keccak256, stringToHex } from 'viem/utils'
import { HOLDING } from '../decode/readState.ts'
import { FOLLOW_UP_ABI } from './worstCaseExecutionAbi.ts'
import type { WorstCaseExecutionContext } from './worstCaseExecutionContext.ts'

/**
 * Why a verifier that tells its EIP-712 domain would refuse this signature; null when it would not, or does not tell. What it
 * would hash itself (its own separator, the signed struct) is compared with what is signed, so a domain in an odd order of
 * members is judged as the contract does.
 */
export async function domainRefusal(context: WorstCaseExecutionContext, verifier: Address): Promise<string | null> {
  const { chain, block, message, signal } = context
  if ((await chain.code(block, verifier, signal)) === '0x') return 'there is no contract that would accept it'
  const data = encodeFunctionData({ abi: FOLLOW_UP_ABI, functionName: 'DOMAIN_SEPARATOR' })
  const separator = await chain.ask(block, { to: verifier, data, ...HOLDING }, signal)
  const signed = message.form.type === 'typed-data' ? message.form.digest : null
  const structHash = flatStructHash(message)
  if (separator === null || separator.length !== 66 || signed === null || structHash === null) return null
  const expected = keccak256(concat(['0x1901', separator, structHash]))
  return expected === signed ? null : 'the contract that checks it has another EIP-712 domain'
}

/** EIP-712 hash of a struct whose members are all of fixed size, as those of permits are; null for others. */
function flatStructHash({ form }: SignedMessage): Hex | null {
  if (form.type !== 'typed-data') return null
  const { encodedType, struct } = form
  if (!struct.members.every(({ type }) => /^(u?int\d*|address|bool|bytes([1-9]|[12]\d|3[0-2]))$/.test(type)))
    return null
  try {
    const types = [{ type: 'bytes32' }, ...struct.members.map(({ type }) => ({ type }))]
    const values = [keccak256(stringToHex(encodedType)), ...struct.members.map(({ value }) => value)]
    return keccak256(encodeAbiParameters(types, values))
  } catch {
    return null
  }
}
