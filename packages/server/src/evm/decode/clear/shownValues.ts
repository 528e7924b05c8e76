import type { DisplayValue } from '@redoubt/risk/facts/decodedCall.ts'
import type { ClearField } from '../../../intel/pack/packClearSigning.ts'
import { type Described, fieldValues, pairedValue } from './fieldValues.ts'
import { addressOf, formatDisplayValue } from './formatDisplayValue.ts'

/** The values of a field, each in units of its own token; a bare number where the token of one cannot be told. */
export function shownValues(field: ClearField, described: Described): DisplayValue[] {
  const found = fieldValues(field.path, described)
  const { tokenPath, ...params } = field.params ?? {}
  return found.map((one, at) => {
    if (tokenPath === undefined || params.token !== undefined) return formatDisplayValue(field, one, described)
    const token = addressOf(pairedValue(tokenPath, described, { at, count: found.length }))
    return formatDisplayValue({ ...field, params: { ...params, ...(token !== null && { token }) } }, one, described)
  })
}
