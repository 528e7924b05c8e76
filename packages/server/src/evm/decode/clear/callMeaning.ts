import type { Address } from '@redoubt/risk/address.ts'
import { CHAIN_IDS, type Chain } from '@redoubt/risk/chain.ts'
import type { CallMeaning, DecodedCall } from '@redoubt/risk/facts/decodedCall.ts'
import { type ClearField, packClearSigning } from '../../../intel/pack/packClearSigning.ts'
import { packToken } from '../../../intel/pack/packTables.ts'
import { type AbiParameter, parseSignature } from '../abiTypes.ts'
import { describe } from './descriptors/describe.ts'
import { descriptorOfCall } from './descriptors/descriptorIndex.ts'
import type { Described } from './fieldValues.ts'
import { shownValues } from './shownValues.ts'
import { standardCall } from './standardCalls.ts'

const TIME = /^_?(deadline|expiry|expiration|expirationTime|validUntil|validTo|validBefore|validAfter|sigDeadline)$/

const LABELS: Readonly<Record<string, string>> = { deadline: 'Deadline', sigDeadline: 'Deadline' }

/**
 * What a decoded call means, for people: as its project describes it (ERC-7730), else by what its standard or its names say. Null
 * when neither tells anything. `intent` and `owner` only where the project names this very contract: the same words elsewhere are
 * no promise.
 */
export function callMeaning(
  { chain, from }: { chain: Chain | null; from: Address | null },
  call: Pick<DecodedCall, 'to' | 'value' | 'selector' | 'args'>,
  { inputs, canonical }: { inputs: readonly AbiParameter[]; canonical: string },
): CallMeaning | null {
  if (call.to === null || call.selector === null) return null
  const chainId = chain && BigInt(CHAIN_IDS[chain])
  const container = { to: call.to, value: call.value, from, chainId }
  const own7730 = describedByOperator({ inputs, values: call.args, container }, chain, call.selector, canonical)
  if (own7730 !== null) return own7730
  const clear = packClearSigning(chain, call.to, call.selector)
  const described: Described = {
    inputs: namedBy(clear?.signature ?? null, { inputs, canonical }),
    values: call.args,
    container,
  }
  const standard = standardFields(canonical, inputs, { to: call.to, chain })
  // What a standard says of a function holds for every contract; a project speaks for its own contract only.
  const fixed = new Map(standard.map(({ path, format }) => [nameAt(described, path), format]))
  const usable = (clear?.fields ?? []).flatMap((field) => {
    if (clear?.bound === true) return [field]
    const left = elsewhere(field)
    // A number whose unit was the other contract's alone has the one of its standard, if it has any.
    const told = fixed.get(field.path)
    return told === 'tokenAmount' || (told !== undefined && left.format === 'raw') ? [] : [left]
  })
  const written = usable.flatMap((field) => shown(field, described, chain))
  const told = new Set(written.map(({ path }) => path))
  const own = { ...described, inputs }
  const others = standard.filter(({ path }) => !told.has(path) && !told.has(nameAt(described, path)))
  const fields = [...written, ...others.flatMap((field) => shown(field, own, chain))]
  const bound = clear?.bound === true
  if (!bound && fields.length === 0) return null
  return { intent: bound ? clear.intent : null, owner: (bound && clear.owner) || null, fields }
}

/** What a command of a router means, by the table of standards: its tokens are named by its own input. */
export function commandMeaning(
  { chain, from }: { chain: Chain | null; from: Address | null },
  { to, args }: Pick<DecodedCall, 'to' | 'args'>,
  { inputs, canonical }: { inputs: readonly AbiParameter[]; canonical: string },
): CallMeaning | null {
  const described: Described = { inputs, values: args, container: { to, value: null, from } }
  const fields = standardFields(canonical, inputs, { to, chain }).flatMap((field) => shown(field, described, chain))
  return fields.length === 0 ? null : { intent: null, owner: null, fields }
}

/** The operator's descriptors speak first. Parameters that they do not show keep the display that their standard gives them. */
function describedByOperator(
  given: Described,
  chain: Chain | null,
  selector: string,
  canonical: string,
): CallMeaning | null {
  const { to } = given.container
  const format = chain && to && descriptorOfCall(CHAIN_IDS[chain], to, selector)
  if (!format) return null
  const described = { ...given, inputs: namedBy(format.signature, { inputs: given.inputs, canonical }) }
  const description = describe(format, described)
  if (description === null) return null
  const told = new Set(description.fields.map(({ parameter }) => parameter))
  const others = standardFields(canonical, given.inputs, { to, chain })
    .flatMap((field) => shown(field, given, chain))
    .filter(({ parameter }) => !told.has(parameter))
    .map((field) => ({ ...field, label: '' }))
  const { fields, sentence } = description
  return { intent: format.intent || null, owner: format.owner, fields: [...fields, ...others], sentence }
}

/** A description may name parameters differently from our index: its own declaration, when the types are the same. */
function namedBy(
  declared: string | null,
  { inputs, canonical }: { inputs: readonly AbiParameter[]; canonical: string },
): readonly AbiParameter[] {
  if (declared === null) return inputs
  const signature = parseSignature(declared)
  return signature.canonical === canonical ? signature.inputs : inputs
}

const nameAt = ({ inputs }: Described, path: string) => inputs[Number(path)]?.name ?? path

/** The unit of a number may be the described contract's own: elsewhere only what the call itself tells is left. */
function elsewhere(field: ClearField): ClearField {
  const { path, label, format, params } = field
  const ownToken = params?.token !== undefined || params?.tokenPath === '@.to'
  const ownUnit =
    format === 'unit' || (format === 'amount' && path !== '@.value') || (format === 'tokenAmount' && ownToken)
  return ownUnit ? { path, label, format: 'raw' } : field
}

function shown(field: ClearField, described: Described, chain: Chain | null): CallMeaning['fields'] {
  const values = shownValues(field, described)
  if (values.length === 0) return []
  const top = field.path.split('.')
  const at =
    top.length > 1
      ? -1
      : /^\d+$/.test(field.path)
        ? Number(field.path)
        : described.inputs.findIndex(({ name }) => name === field.path)
  return [
    {
      label: field.label,
      path: field.path,
      parameter: at === -1 ? null : at,
      values: values.map((value) =>
        value.as === 'amount' && value.token !== null && value.ofAsset === undefined && chain !== null
          ? { ...value, listed: packToken(chain, value.token) }
          : value,
      ),
    },
  ]
}

/**
 * What the standard of a function says of its arguments, and what the name and type of a parameter say by themselves: times are
 * times, addresses are accounts. By place, because ABIs name the same parameter differently.
 */
function standardFields(
  canonical: string,
  inputs: readonly AbiParameter[],
  callee: { to: Address | null; chain: Chain | null },
): ClearField[] {
  const known = standardCall(canonical, callee)
  const told = new Set(known.map(({ path }) => path))
  const others = inputs.flatMap(({ name, type }, at): ClearField[] => {
    const path = String(at)
    if (told.has(path)) return []
    if (type.kind === 'address') return [{ path, label: name, format: 'addressName' }]
    if (type.kind === 'uint' && TIME.test(name)) return [{ path, label: LABELS[name] ?? name, format: 'date' }]
    return []
  })
  return [...known, ...others]
}
