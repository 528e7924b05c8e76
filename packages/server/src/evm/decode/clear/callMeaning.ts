import type { Address } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { CallMeaning, DecodedCall } from '@redoubt/risk/facts/decodedCall.ts'
import { type ClearField, packClearSigning } from '../../../intel/pack/packClearSigning.ts'
import { packToken } from '../../../intel/pack/packToken.ts'
import { type AbiParameter, parseSignature } from '../abiTypes.ts'
import { type Described, fieldValues } from './fieldValues.ts'
import { showValue } from './showValue.ts'
import { standardFields } from './standardFields.ts'

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
  const clear = packClearSigning(chain, call.to, call.selector)
  const described: Described = {
    inputs: namedBy(clear?.signature ?? null, { inputs, canonical }),
    values: call.args,
    container: { to: call.to, value: call.value, from },
  }
  const standard = standardFields(canonical, inputs)
  // What a standard says of a function holds for every contract; a project speaks for its own contract only.
  const fixed = new Set(
    standard.flatMap(({ path, format }) => (format === 'tokenAmount' ? [nameAt(described, path)] : [])),
  )
  const usable = (clear?.fields ?? []).flatMap((field) =>
    clear?.bound === true ? [field] : fixed.has(field.path) ? [] : [elsewhere(field)],
  )
  const written = usable.flatMap((field) => shown(field, described, chain))
  const told = new Set(written.map(({ path }) => path))
  const own = { ...described, inputs }
  const others = standard.filter(({ path }) => !told.has(path) && !told.has(nameAt(own, path)))
  const fields = [...written, ...others.flatMap((field) => shown(field, own, chain))]
  const bound = clear?.bound === true
  if (!bound && fields.length === 0) return null
  return { intent: bound ? clear.intent : null, owner: (bound && clear.owner) || null, fields }
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
  const values = fieldValues(field.path, described).map((one) => showValue(field, one, described))
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
        value.as === 'amount' && value.token !== null && chain !== null
          ? { ...value, listed: packToken(chain, value.token) }
          : value,
      ),
    },
  ]
}
