import type { Address } from '@redoubt/risk/address.ts'
import { CHAIN_IDS, CHAINS, type Chain } from '@redoubt/risk/chain.ts'
import type { CallMeaning, DisplayValue } from '@redoubt/risk/facts/decodedCall.ts'
import { packToken } from '../../../../intel/pack/packTables.ts'
import { parseSignature } from '../../abiTypes.ts'
import { type Described, fieldValues, pairedValue, type TypedArgument } from '../fieldValues.ts'
import { formatDisplayValue } from '../formatDisplayValue.ts'
import type { DescriptorField, DescriptorFormat, Parameter } from './descriptor.ts'

const TEXT = parseSignature('of(string)').inputs[0]?.type as TypedArgument['type']

type Description = Required<Pick<CallMeaning, 'fields' | 'sentence'>>

/** One element of a field, with its place in the list. */
type Shown = { field: DescriptorField; at: number; value: DisplayValue }

/** The description does not hold for these values. Never leaves this file. */
class Unfit extends Error {}

/**
 * Shows a call or message as its descriptor says (ERC-7730 version 2). Null where the description does not hold for these values: one is
 * outside the list that it must match, or a map has no entry for it. A sentence that cannot be completed is null, the fields stay.
 */
export function describe(format: DescriptorFormat, described: Described): Description | null {
  try {
    const byField = format.fields.map((field) => shownOf(field, described))
    const entries = inOrder(format.fields, byField)
    return {
      fields: entries.map(({ field, value }) => ({
        label: field.label,
        path: field.path ?? '',
        parameter: parameterOf(field, described, byField[format.fields.indexOf(field)]?.length ?? 0),
        values: [value],
      })),
      sentence: sentenceOf(format, byField),
    }
  } catch (error) {
    if (error instanceof Unfit) return null
    throw error
  }
}

function shownOf(field: DescriptorField, described: Described): Shown[] {
  const values: TypedArgument[] =
    field.literal !== null
      ? [{ type: TEXT, value: field.literal }]
      : field.path === null
        ? []
        : fieldValues(field.path, described)
  const { visible } = field
  if (visible === 'never') return []
  if (typeof visible === 'object' && 'mustMatch' in visible) {
    if (values.some(({ value }) => !isAmong(value, visible.mustMatch))) throw new Unfit()
    return []
  }
  return values.flatMap((one, at) => {
    if (typeof visible === 'object' && isAmong(one.value, visible.ifNotIn)) return []
    return [{ field, at, value: shownValue(field, one, described, { at, count: values.length }) }]
  })
}

function isAmong(value: unknown, list: readonly string[]): boolean {
  const text = String(value).toLowerCase()
  return list.some((one) => one.toLowerCase() === text || (typeof value === 'bigint' && numberOf(one) === value))
}

function numberOf(text: string): bigint | null {
  return /^(0x[0-9a-fA-F]+|\d+)$/.test(text) ? BigInt(text) : null
}

type Element = { at: number; count: number }

function shownValue(field: DescriptorField, one: TypedArgument, described: Described, element: Element): DisplayValue {
  if (field.encrypted !== null) return { as: 'text', text: `${field.encrypted} ${String(one.value)}` }
  if (field.literal !== null) return { as: 'text', text: field.literal }
  const constant = (name: string): string | undefined => {
    const given = field.params[name]
    const single = given === undefined || Array.isArray(given) ? undefined : (given as Parameter)
    if (single === undefined || typeof single === 'string') return single
    const [key, ...more] = fieldValues(single.keyPath, described)
    const value = key === undefined || more.length > 0 ? undefined : single.values.get(String(key.value).toLowerCase())
    if (value === undefined) throw new Unfit()
    return value
  }
  const list = (name: string): string[] => {
    const given = field.params[name]
    const all = given === undefined ? [] : Array.isArray(given) ? (given as Parameter[]) : [given as Parameter]
    return all.filter((each) => typeof each === 'string').map((each) => each.toLowerCase())
  }
  const at = (path: string | undefined): TypedArgument | undefined =>
    path === undefined ? undefined : pairedValue(path, described, element)
  if (field.format === 'addressName' && list('senderAddress').includes(String(one.value).toLowerCase()))
    return { as: 'text', text: 'Sender' }
  const isItem = field.format === 'nftName'
  const tokenAt = at(constant(isItem ? 'collectionPath' : 'tokenPath'))
  const elsewhere = constant('chainId') ?? at(constant('chainIdPath'))?.value
  const token = constant(isItem ? 'collection' : 'token') ?? (tokenAt === undefined ? undefined : addressText(tokenAt))
  const message = constant('message')
  const params = {
    ...(token !== undefined && { token }),
    ...(message !== undefined && { message }),
    native: list('nativeCurrencyAddress'),
    threshold: numberOf(constant('threshold') ?? ''),
    encoding: constant('encoding') ?? 'timestamp',
    base: constant('base') ?? '',
    decimals: constant('decimals') ?? '0',
    prefix: constant('prefix') === 'true',
    ...(field.values && { values: Object.fromEntries(field.values) }),
  }
  const value = formatDisplayValue(
    { path: field.path ?? '', label: field.label, format: field.format, params },
    one,
    described,
  )
  return listedOn(value, described.container.chainId ?? null, elsewhere)
}

function addressText({ value }: TypedArgument): string {
  if (typeof value === 'bigint') return `0x${BigInt.asUintN(160, value).toString(16).padStart(40, '0')}`
  const text = String(value)
  return text.length === 66 && /^0x0{24}/.test(text) ? `0x${text.slice(26)}` : text
}

/** Names the token by the registries of its network. Another network's token is never named by what this one knows. */
function listedOn(value: DisplayValue, chainId: bigint | null, elsewhere: unknown): DisplayValue {
  if ((value.as !== 'amount' && value.as !== 'ticker') || value.token === null) return value
  const id = elsewhere === undefined ? chainId : numberOf(String(elsewhere))
  const chain: Chain | null = CHAINS.find((one) => BigInt(CHAIN_IDS[one]) === id) ?? null
  const listed = chain === null ? null : packToken(chain, value.token)
  if (id === chainId || listed !== null) return { ...value, listed }
  const name: Address = value.token
  const amount = value.as === 'amount' ? `${value.amount} base units of ` : ''
  return { as: 'text', text: `${amount}the token ${name} of network ${id ?? 'unknown'}` }
}

/** Descriptor order; the fields of a bundle element by element. */
function inOrder(fields: readonly DescriptorField[], byField: readonly Shown[][]): Shown[] {
  const done = new Set<number>()
  return fields.flatMap(({ bundle }, index) => {
    if (bundle === null) return byField[index] ?? []
    if (done.has(bundle)) return []
    done.add(bundle)
    const lists = byField.filter((_, at) => fields[at]?.bundle === bundle)
    if (new Set(lists.map(({ length }) => length)).size > 1) throw new Unfit()
    return (lists[0] ?? []).flatMap((_, at) => lists.flatMap((list) => list[at] ?? []))
  })
}

function parameterOf({ path, literal }: DescriptorField, { inputs }: Described, count: number): number | null {
  if (literal !== null || path === null || count !== 1) return null
  const at = inputs.findIndex(({ name }) => name === path)
  return at === -1 ? null : at
}

function sentenceOf({ sentence, fields }: DescriptorFormat, byField: readonly Shown[][]): CallMeaning['sentence'] & {} {
  const parts = (sentence ?? []).map((part) => {
    if (typeof part === 'string') return part
    const at = fields.findIndex(({ path, visible }) => path === part.path && visible === 'always')
    const values = (byField[at] ?? []).map(({ value }) => value)
    return values.length === 0 ? null : { values }
  })
  const whole = parts.filter((part) => part !== null)
  // One that lacks a value says another thing: the fields alone are shown.
  return whole.length === parts.length ? whole : []
}
