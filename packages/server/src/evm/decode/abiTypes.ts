/** A Solidity type, parsed. `text` is the canonical spelling, `size` the bytes it takes in the head of an encoding. */
export type AbiType = { text: string; dynamic: boolean; size: number } & (
  | { kind: 'address' | 'bool' | 'string' | 'bytes' }
  | { kind: 'uint' | 'int'; bits: number }
  | { kind: 'fixedBytes'; length: number }
  | { kind: 'array'; item: AbiType; length: number | null }
  | { kind: 'tuple'; components: AbiParameter[] }
)
export type AbiParameter = { name: string; type: AbiType; indexed: boolean }

/** `transfer(address to,uint256 amount)`, parsed. `canonical` is `transfer(address,uint256)`. */
export type Signature = { name: string; text: string; canonical: string; inputs: AbiParameter[] }

/**
 * Parses one signature of the ABI index; tuples are inline. Throws on anything else: the index is ours, so a line that
 * does not parse is a defect that abiIndex.test.ts finds.
 */
export function parseSignature(text: string): Signature {
  const open = text.indexOf('(')
  const { parameters, end } = parseParameters(text, open)
  if (open < 1 || end !== text.length) throw new Error(`not a signature: ${text}`)
  const name = text.slice(0, open)
  return { name, text, canonical: `${name}(${parameters.map(({ type }) => type.text).join(',')})`, inputs: parameters }
}

/** Parses `(address to,uint256 amount)` starting at its bracket. */
function parseParameters(text: string, open: number): { parameters: AbiParameter[]; end: number } {
  const parameters: AbiParameter[] = []
  let at = open + 1
  if (text[at] === ')') return { parameters, end: at + 1 }
  for (;;) {
    let type: AbiType
    if (text[at] === '(') {
      const inner = parseParameters(text, at)
      type = tupleType(inner.parameters)
      at = inner.end
    } else {
      const word = /^[a-z]+\d*/.exec(text.slice(at))?.[0] ?? ''
      type = elementaryType(word)
      at += word.length
    }
    for (;;) {
      const suffix = /^\[(\d*)\]/.exec(text.slice(at))
      if (suffix === null) break
      type = arrayType(type, suffix[1] === '' ? null : Number(suffix[1]))
      at += suffix[0].length
    }
    const rest = /^( indexed)?(?: ([A-Za-z_$][\w$]*))?([,)])/.exec(text.slice(at))
    if (rest === null) throw new Error(`unexpected text at ${at} in ${text}`)
    parameters.push({ name: rest[2] ?? '', type, indexed: rest[1] !== undefined })
    at += rest[0].length
    if (rest[3] === ')') return { parameters, end: at }
  }
}

function elementaryType(text: string): AbiType {
  if (text === 'address' || text === 'bool') return { kind: text, text, dynamic: false, size: 32 }
  if (text === 'string' || text === 'bytes') return { kind: text, text, dynamic: true, size: 32 }
  const number = Number(/\d+$/.exec(text)?.[0])
  if (/^bytes\d+$/.test(text) && number >= 1 && number <= 32)
    return { kind: 'fixedBytes', length: number, text, dynamic: false, size: 32 }
  if (/^u?int\d+$/.test(text) && number % 8 === 0 && number >= 8 && number <= 256)
    return { kind: text.startsWith('u') ? 'uint' : 'int', bits: number, text, dynamic: false, size: 32 }
  throw new Error(`not an ABI type: ${text}`)
}

function arrayType(item: AbiType, length: number | null): AbiType {
  const text = `${item.text}[${length ?? ''}]`
  const dynamic = length === null || item.dynamic
  return { kind: 'array', item, length, text, dynamic, size: dynamic ? 32 : item.size * (length ?? 0) }
}

function tupleType(components: AbiParameter[]): AbiType {
  const dynamic = components.some(({ type }) => type.dynamic)
  return {
    kind: 'tuple',
    components,
    text: `(${components.map(({ type }) => type.text).join(',')})`,
    dynamic,
    size: dynamic ? 32 : components.reduce((sum, { type }) => sum + type.size, 0),
  }
}
