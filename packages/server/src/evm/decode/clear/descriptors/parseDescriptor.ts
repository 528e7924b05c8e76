import { keccak256, stringToHex } from 'viem/utils'
import { visibleText } from '../../../../lib/cleanText.ts'
import { parseSignature } from '../../abiTypes.ts'
import type { Deployment, Descriptor, DescriptorField, DescriptorFormat, Parameter, Visibility } from './descriptor.ts'
import { isObject, type Json } from './mergeDescriptors.ts'

const MAX_FORMATS = 512
const MAX_FIELDS = 256
const MAX_TEXT = 200
const MAX_DEPTH = 8

/** The file does not follow the standard. Never leaves this file. */
class Malformed extends Error {}

/**
 * Reads a descriptor of version 2 (ERC-7730), includes merged. Null where it does not follow the standard, or says the same selector
 * twice: nothing of such a file is used. Its text is cleaned and bounded.
 */
export function parseDescriptor(file: Json): Descriptor | null {
  try {
    const context = objectAt(file, 'context') ?? {}
    const contract = objectAt(context, 'contract')
    const typed = objectAt(context, 'eip712')
    const formats = Object.entries(objectAt(objectAt(file, 'display') ?? {}, 'formats') ?? {}).slice(0, MAX_FORMATS)
    const deployments = deploymentsOf(contract ?? typed ?? {})
    const calls = formats.flatMap(([written, format]) => {
      if (contract === null || !isObject(format)) return []
      const key = spelled(written).replace(/\)([A-Za-z_$])/g, ') $1')
      const { canonical } = parseSignature(key)
      const selector = keccak256(stringToHex(canonical)).slice(0, 10)
      return [{ ...formatOf(file, format), signature: key, selector }]
    })
    if (new Set(calls.map(({ selector }) => selector)).size !== calls.length) return null
    const domain = Object.entries(objectAt(typed ?? {}, 'domain') ?? {}).map(([name, value]) => [name, String(value)])
    const messages = formats.flatMap(([key, format]) => {
      if (typed === null || !isObject(format)) return []
      const { domainSeparator } = typed
      return [
        {
          ...formatOf(file, format),
          encodedType: spelled(key),
          deployments,
          domain: new Map(domain as [string, string][]),
          domainSeparator: typeof domainSeparator === 'string' ? domainSeparator.toLowerCase() : null,
        },
      ]
    })
    return { deployments, calls, messages }
  } catch (error) {
    // parseSignature throws a bare Error for what is no signature.
    if (error instanceof Malformed || (error instanceof Error && error.constructor === Error)) return null
    throw error
  }
}

/** Published files have spaces after commas and brackets, which the standard does not allow: they mean nothing. */
function spelled(key: string): string {
  return key
    .trim()
    .replace(/\s*([(),])\s*/g, (_, mark: string) => mark)
    .replace(/\s+/g, ' ')
}

function objectAt(of: Json, name: string): Json | null {
  const value = Object.hasOwn(of, name) ? of[name] : undefined
  return isObject(value) ? value : null
}

function deploymentsOf({ deployments }: Json): Deployment[] {
  if (!Array.isArray(deployments)) return []
  return deployments.flatMap((one: unknown): Deployment[] => {
    if (!isObject(one) || typeof one.address !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(one.address)) return []
    return [`${String(one.chainId)}:${one.address.toLowerCase() as `0x${string}`}`]
  })
}

function formatOf(file: Json, format: Json): DescriptorFormat {
  const owner = objectAt(file, 'metadata')?.owner
  const counter = { bundles: 0 }
  const fields = fieldsOf(file, format.fields, { at: '', bundle: null, depth: 0 }, counter)
  if (fields.length > MAX_FIELDS) throw new Malformed()
  return {
    owner: typeof owner === 'string' ? clean(owner) : null,
    intent: intentOf(format.intent),
    sentence: typeof format.interpolatedIntent === 'string' ? sentenceOf(format.interpolatedIntent) : null,
    fields,
  }
}

function intentOf(intent: unknown): string {
  if (typeof intent === 'string') return clean(intent)
  if (!isObject(intent)) return ''
  return clean(
    Object.entries(intent)
      .map(([label, value]) => `${label}: ${String(value)}`)
      .join(', '),
  )
}

/** Text and placeholders in turn; null where a brace has no partner. */
function sentenceOf(text: string): DescriptorFormat['sentence'] {
  const parts: (string | { path: string })[] = []
  const pieces = clean(text).matchAll(/\{\{|\}\}|\{([^{}]+)\}|[^{}]+|[{}]/g)
  for (const [piece, path] of pieces) {
    if (path !== undefined) parts.push({ path: absolute(path, '') })
    else if (piece === '{' || piece === '}') return null
    else parts.push(piece === '{{' ? '{' : piece === '}}' ? '}' : piece)
  }
  return parts
}

type Place = { at: string; bundle: number | null; depth: number }

function fieldsOf(file: Json, given: unknown, place: Place, counter: { bundles: number }): DescriptorField[] {
  if (!Array.isArray(given) || place.depth > MAX_DEPTH) return []
  return given.flatMap((one: unknown) => {
    if (!isObject(one)) return []
    const shared = typeof one.$ref === 'string' ? resolve(file, one.$ref) : {}
    if (!isObject(shared)) throw new Malformed()
    const field: Json = {
      ...shared,
      ...one,
      params: { ...objectAt(shared, 'params'), ...objectAt(one, 'params') },
    }
    const at = typeof field.path === 'string' ? absolute(field.path, place.at) : place.at
    if (Array.isArray(field.fields)) {
      const bundle = field.iteration === 'bundled' ? ++counter.bundles : place.bundle
      return fieldsOf(file, field.fields, { at, bundle, depth: place.depth + 1 }, counter)
    }
    return [fieldOf(file, field, at, place)]
  })
}

function fieldOf(file: Json, field: Json, at: string, { at: group, bundle }: Place): DescriptorField {
  const constant = at.startsWith('$.') ? resolve(file, at) : field.value
  const given = objectAt(field, 'params') ?? {}
  const encryption = objectAt(field, 'encryption')
  const enumeration = typeof given.$ref === 'string' ? resolve(file, given.$ref) : null
  const params = Object.entries(given).flatMap(([name, value]): [string, Parameter | Parameter[]][] => {
    if (name === '$ref') return []
    // Paths of parameters are relative to the group, as the field's own.
    if (name.endsWith('Path') && typeof value === 'string') return [[name, absolute(value, group)]]
    return [[name, Array.isArray(value) ? value.map((each) => parameter(file, each)) : parameter(file, value)]]
  })
  return {
    path: typeof field.path === 'string' ? at : null,
    literal: constant === undefined ? null : String(constant),
    label: typeof field.label === 'string' ? clean(field.label) : '',
    format: typeof field.format === 'string' ? field.format : 'raw',
    params: Object.fromEntries(params),
    values: isObject(enumeration)
      ? new Map(Object.entries(enumeration).map(([key, text]) => [key, clean(String(text))]))
      : null,
    visible: visibilityOf(field.visible),
    encrypted:
      encryption === null
        ? null
        : typeof encryption.fallbackLabel === 'string'
          ? clean(encryption.fallbackLabel)
          : '[Encrypted]',
    bundle,
  }
}

function parameter(file: Json, value: unknown): Parameter {
  if (isObject(value)) {
    const map = typeof value.map === 'string' ? resolve(file, value.map) : null
    const values = isObject(map) ? objectAt(map, 'values') : null
    if (values === null || typeof value.keyPath !== 'string') throw new Malformed()
    const entries = Object.entries(values).map(([key, one]): [string, string] => [key.toLowerCase(), String(one)])
    return { values: new Map(entries), keyPath: absolute(value.keyPath, '') }
  }
  return String(typeof value === 'string' && value.startsWith('$.') ? resolve(file, value) : value)
}

/** The value at a path into the file itself. A path that leads nowhere makes the file unusable. */
function resolve(file: Json, path: string): unknown {
  const found = path
    .split('.')
    .slice(1)
    .reduce<unknown>((at, name) => (isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined), file)
  if (found === undefined) throw new Malformed()
  return found
}

/** `order.items.[0]` for `#.order.items[0]`; relative paths are those of the group. */
function absolute(path: string, group: string): string {
  if (path.startsWith('@.') || path.startsWith('$.')) return path
  const bare = path.replace(/^#\.?/, '').replace(/([^.])\[/g, '$1.[')
  if (group === '' || path.startsWith('#')) return bare
  return `${group}.${bare}`
}

function visibilityOf(visible: unknown): Visibility {
  if (visible === 'never' || visible === 'optional') return visible
  if (isObject(visible)) {
    const { ifNotIn, mustMatch } = visible
    if (Array.isArray(mustMatch)) return { mustMatch: mustMatch.map(String) }
    if (Array.isArray(ifNotIn)) return { ifNotIn: ifNotIn.map(String) }
    throw new Malformed()
  }
  return 'always'
}

function clean(text: string): string {
  return visibleText(text, MAX_TEXT)
}
