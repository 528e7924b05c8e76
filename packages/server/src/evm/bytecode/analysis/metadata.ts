/** Metadata that the compiler wrote behind the code. */
export type Metadata = { compiler: string | null; sourceHash: string | null; length: number }

const NONE: Metadata = { compiler: null, sourceHash: null, length: 0 }
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/**
 * The CBOR map at the end of code, by Solidity's metadata rules (docs.soliditylang.org, Contract Metadata): the last two
 * bytes are its length; members `ipfs`, `bzzr0`, `bzzr1` (hashes of the sources' description) and `solc`. Vyper (from
 * 0.3.10) writes a list whose last member is `{vyper: [major, minor, patch]}`. Anything else is no metadata.
 */
export function readMetadata(bytes: Uint8Array): Metadata {
  const size = ((bytes.at(-2) ?? 0) << 8) | (bytes.at(-1) ?? 0)
  if (size < 5 || size > 256 || size + 2 > bytes.length) return NONE
  const text = Buffer.from(bytes.subarray(bytes.length - size - 2, bytes.length - 2)).toString('latin1')
  const first = text.charCodeAt(0)
  if ((first < 0xa1 || first > 0xa6) && (first < 0x81 || first > 0x9f)) return NONE
  const vyper = versionAfter(text, 'evyper\x83')
  const known = ['dipfs', 'ebzzr0', 'ebzzr1', 'dsolc', 'lexperimental'].some((member) => text.includes(member))
  if (!known && vyper === null) return NONE
  return { compiler: versionAfter(text, 'dsolc\x43') ?? vyper, sourceHash: sourceHash(text), length: size + 2 }
}

function versionAfter(text: string, member: string): string | null {
  const at = text.indexOf(member)
  if (at < 0 || text.length < at + member.length + 3) return null
  return [0, 1, 2].map((n) => text.charCodeAt(at + member.length + n)).join('.')
}

function sourceHash(text: string): string | null {
  // A byte string of 34 is a multihash, of 32 a Swarm hash.
  const ipfs = bytesAfter(text, 'dipfs\x58\x22', 34)
  if (ipfs !== null) return `ipfs://${base58(ipfs)}`
  for (const scheme of ['bzzr1', 'bzzr0']) {
    const hash = bytesAfter(text, `e${scheme}\x58\x20`, 32)
    if (hash !== null) return `${scheme}://${hash.toString('hex')}`
  }
  return null
}

function bytesAfter(text: string, member: string, length: number): Buffer | null {
  const at = text.indexOf(member)
  const bytes = Buffer.from(text.slice(at + member.length, at + member.length + length), 'latin1')
  return at >= 0 && bytes.length === length ? bytes : null
}

function base58(bytes: Buffer): string {
  let rest = BigInt(`0x${bytes.toString('hex')}`)
  let text = ''
  for (; rest > 0n; rest /= 58n) text = BASE58[Number(rest % 58n)] + text
  return text
}
