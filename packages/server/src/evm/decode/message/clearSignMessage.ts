import type { Address, Hex } from '@redoubt/risk/address.ts'
import { CHAIN_IDS, CHAINS, type Chain } from '@redoubt/risk/chain.ts'
import type { CallMeaning, DisplayValue } from '@redoubt/risk/facts/decodedCall.ts'
import type { SignedMessage, TypedStruct, TypedValue } from '@redoubt/risk/facts/signedMessage.ts'
import { packClearMessages } from '../../../intel/pack/packClearMessages.ts'
import { packLabels, packToken } from '../../../intel/pack/packTables.ts'
import { describe } from '../clear/descriptors/describe.ts'
import { descriptorsOfMessage } from '../clear/descriptors/descriptorIndex.ts'
import type { Described } from '../clear/fieldValues.ts'
import { shownValues } from '../clear/shownValues.ts'
import { standardMessage } from '../clear/standardMessages.ts'
import { type TypedData, typedArguments } from '../clear/typedArguments.ts'

/** A message in its project's own words (ERC-7730); null where no descriptor fits, and for what is no typed data. */
export function clearSignMessage({ account, form }: SignedMessage): ClearTypedData | null {
  if (form.type !== 'typed-data') return null
  const { domain, primaryType, encodedType, struct, hashes } = form
  const typed = { types: typesOf(encodedType), primaryType, domain: { ...domain }, message: membersOf(struct) }
  return clearSignTypedData(typed, { encodedType, domainHash: hashes?.domain ?? null, from: account })
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

/** Typed data in its project's words. `intent` null where the verifying contract is unknown. */
type ClearTypedData = Pick<CallMeaning, 'intent' | 'sentence'> & { fields: { label: string; values: DisplayValue[] }[] }

/** What a signed message tells beside its data. */
type Signed = { encodedType: string; domainHash: Hex | null; from: Address | null }

/**
 * Describes typed data in its project's words (ERC-7730). Descriptors of the pack do not name the verifying contract, so a
 * descriptor applies only when the primary type, every member it shows and the domain's name match; its intent applies only when
 * the pack knows the verifying contract, because any contract can use any domain name. Null when no descriptor fits.
 */
export function clearSignTypedData(typed: TypedData, signed: Signed | null = null): ClearTypedData | null {
  const given = typedArguments(typed)
  if (given === null) return null
  const { name, chainId, verifyingContract } = typed.domain
  const chain = CHAINS.find((one) => String(CHAIN_IDS[one]) === String(chainId)) ?? null
  const verifier =
    typeof verifyingContract === 'string' && /^0x[0-9a-fA-F]{40}$/.test(verifyingContract)
      ? (verifyingContract.toLowerCase() as Address)
      : null
  const id = /^(\d{1,78}|0x[0-9a-fA-F]{1,64})$/.test(String(chainId)) ? BigInt(String(chainId)) : null
  const described: Described = {
    ...given,
    container: { to: verifier, value: null, from: signed?.from ?? null, chainId: id },
  }
  const own7730 = signed && describedByOperator(typed, signed, described)
  if (own7730) return own7730
  const standard = signed && byStandard(signed.encodedType, described, chain)
  for (const { owner, intent, fields } of packClearMessages(typed.primaryType)) {
    if (!sameName(owner, String(name ?? ''))) continue
    const shown = fields.map((field) => ({
      label: field.label,
      values: shownValues(field, described).map((value) => listed(value, chain)),
    }))
    if (shown.some(({ values }) => values.length === 0)) continue
    return { intent: chain !== null && verifier !== null && isKnown(chain, verifier) ? intent : null, fields: shown }
  }
  return standard
}

/** What the standard of a message says of its members, whatever token or contract it is for: nothing of its intent. */
function byStandard(encodedType: string, described: Described, chain: Chain | null): ClearTypedData | null {
  const standard = standardMessage(encodedType)
  if (standard === undefined) return null
  const fields = standard.flatMap((field) =>
    shownValues(field, described).map((value) => ({ label: field.label, values: [listed(value, chain)] })),
  )
  return { intent: null, fields }
}

/** A descriptor names its deployments, its domain or its domain separator; one that names none of them describes nothing. */
function describedByOperator(
  { domain }: TypedData,
  { encodedType, domainHash }: Signed,
  described: Described,
): ClearTypedData | null {
  const { to, chainId = null } = described.container
  for (const format of descriptorsOfMessage(encodedType)) {
    const { deployments, domainSeparator } = format
    const deployed = to !== null && chainId !== null && deployments.includes(`${chainId}:${to}`)
    const separated = domainSeparator !== null && domainSeparator === domainHash
    if ((deployments.length > 0 && !deployed) || (domainSeparator !== null && !separated)) continue
    if (deployments.length === 0 && domainSeparator === null && format.domain.size === 0) continue
    const same = [...format.domain].every(
      ([name, value]) => String(domain[name] ?? '').toLowerCase() === value.toLowerCase(),
    )
    if (!same) continue
    const description = describe(format, described)
    if (description === null) continue
    // Any contract can use any name: the project's words bind only what it names by address or separator.
    const bound = deployed || separated
    return {
      intent: (bound && format.intent) || null,
      sentence: bound ? description.sentence : [],
      fields: description.fields,
    }
  }
  return null
}

/** Compares first words: `DeGate Exchange Contract` describes the domain `DeGate Protocol`. */
function sameName(owner: string, domain: string): boolean {
  const [own = '', other = ''] = [owner, domain].map((text) => text.toLowerCase().split(/[\s.]+/)[0] ?? '')
  return (
    own !== '' &&
    (own === other || owner.toLowerCase().replaceAll(' ', '') === domain.toLowerCase().replaceAll(' ', ''))
  )
}

function isKnown(chain: Chain, address: Address): boolean {
  return packLabels(chain, address).length > 0 || packToken(chain, address) !== null
}

function listed(value: DisplayValue, chain: Chain | null): DisplayValue {
  return value.as === 'amount' && value.token !== null && chain !== null
    ? { ...value, listed: packToken(chain, value.token) }
    : value
}
