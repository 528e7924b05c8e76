import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import {
  MAX_UNPACKED_BYTES,
  MAX_VERDICT_BYTES,
  type VerdictKey,
  type VerdictSigner,
  type WitnessedKind,
} from '../domain/verdict.ts'
import { type Reads, readsFromJson, readsToJson } from './tape.ts'
import type { NamedReader } from './tapedPorts.ts'
import type { Json } from './witnessValue.ts'

/** What a scan depended on besides its input and its reads. */
export type WitnessSettings = {
  environment: 'live' | 'test'
  /** Unix milliseconds: the clock of the scan. */
  clock: number
  /** What is made up, such as the randomness of other environments, comes from this seed: 64 hex digits. */
  seed: string
  /** Networks that could be read. */
  chains: string[]
  compareEndpoints: boolean
  /** Blocks, as decimal text. */
  recentBlocks: Record<string, string>
  intelAsOf: string
  /** Names the state of all lists. */
  listRevision: string
  readers: NamedReader[]
  /** SHA-256 of the operator's clear-signing descriptors; null: none. */
  clearSigning: string | null
}

/** One scan that can be executed again without a network. */
export type Verdict = {
  kind: WitnessedKind
  /** ISO 8601. */
  madeAt: string
  rulesetVersion: string
  /** Version of the program. */
  software: string
  /** SHA-256 of its code; absent in verdicts of before 29 November 2026. */
  code?: string
  settings: WitnessSettings
  input: Json
  /** JSON text of the answer. */
  answer: string
  /** Members of the answer over HTTP that depend on more than this verdict holds. */
  leftOut: string[]
  reads: Reads
}

/** The file is no verdict, or was changed after it was signed. */
export class VerdictRefused extends Error {
  readonly reason: 'malformed' | 'unknown-key' | 'changed'
  constructor(reason: VerdictRefused['reason'], message: string) {
    super(message)
    this.name = 'VerdictRefused'
    this.reason = reason
  }
}

const FORMAT = 'redoubt-verdict/1'
const CONTENT = 'application/json+zstd'

/**
 * Writes a verdict as a JSON Web Signature (RFC 7515, compact): header, payload and signature. The payload is JSON, compressed by zstd.
 * @returns null when it would be larger than a verdict may be.
 */
export function writeVerdict(
  verdict: Verdict,
  signer: VerdictSigner,
  maxBytes = MAX_VERDICT_BYTES,
): { text: string; kid: string } | null {
  const { reads, ...rest } = verdict
  const json = Buffer.from(JSON.stringify({ format: FORMAT, ...rest, reads: readsToJson(reads) }))
  if (json.length > MAX_UNPACKED_BYTES) return null
  const payload = zstdCompressSync(json, { pledgedSrcSize: json.length }).toString('base64url')
  const [current] = signer.keys()
  if (current === undefined) return null
  const signed = `${encode(headerOf(current.kid))}.${payload}`
  const { kid, signature } = signer.sign(Buffer.from(signed))
  const text = `${signed}.${Buffer.from(signature).toString('base64url')}`
  return kid !== current.kid || text.length > maxBytes ? null : { text, kid }
}

/**
 * Reads a verdict and checks its signature. Every bit of the file counts: there is one way to write it.
 * @param bytes of the file; one line feed at its end is allowed.
 * @throws VerdictRefused
 */
export function readVerdict(bytes: Uint8Array, keys: readonly VerdictKey[]): { verdict: Verdict; kid: string } {
  if (bytes.length > MAX_VERDICT_BYTES + 1)
    throw new VerdictRefused('malformed', `The file is larger than a verdict may be (${MAX_VERDICT_BYTES} bytes).`)
  const text = Buffer.from(bytes).toString('latin1')
  // Split and encoded again, not matched: a pattern over megabytes of one letter runs out of stack.
  const spelled = (text.endsWith('\n') ? text.slice(0, -1) : text).split('.', 4)
  const parts = spelled.map((part) => Buffer.from(part, 'base64url'))
  const isWhole = parts.every((part, at) => part.length > 0 && part.toString('base64url') === spelled[at])
  const [header = '', payload = ''] = spelled
  if (spelled.length !== 3 || !isWhole) throw new VerdictRefused('malformed', 'The file is not a verdict of Redoubt.')
  const [headerBytes = Buffer.of(), packed = Buffer.of(), signatureBytes = Buffer.of()] = parts
  const kid = kidOf(headerBytes.toString('utf8'))
  const key = keys.find((one) => one?.kid === kid)
  if (key === undefined)
    throw new VerdictRefused('unknown-key', `The verdict names the key ${kid}, which is not one of the given keys.`)
  if (!verify(null, Buffer.from(`${header}.${payload}`), publicKeyOf(key), signatureBytes))
    throw new VerdictRefused('changed', 'The signature does not fit: the file is not what the service signed.')
  return { verdict: unpack(packed), kid }
}

function headerOf(kid: string): string {
  return JSON.stringify({ alg: 'EdDSA', typ: FORMAT, cty: CONTENT, kid })
}

/** @throws VerdictRefused when the header is not written as `headerOf` writes it. */
function kidOf(header: string): string {
  const kid = /"kid":"([\w-]{43})"/.exec(header)?.[1]
  if (kid === undefined || header !== headerOf(kid))
    throw new VerdictRefused('malformed', 'The file is not a verdict of Redoubt.')
  return kid
}

function encode(text: string): string {
  return Buffer.from(text).toString('base64url')
}

/** A key is named by its thumbprint (RFC 7638): in a set of several services none signs in the name of another. */
function publicKeyOf({ kty, crv, x, kid }: VerdictKey): KeyObject {
  const thumbprint = createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url')
  try {
    if (kty !== 'OKP' || crv !== 'Ed25519' || kid !== thumbprint) throw new TypeError('another key')
    return createPublicKey({ key: { kty, crv, x }, format: 'jwk' })
  } catch {
    throw new VerdictRefused(
      'unknown-key',
      `The given key ${kid} is not an Ed25519 key, or is not the key that its name says.`,
    )
  }
}

/** Signed by the service: what is wrong with it is wrong with the service's own version. */
function unpack(packed: Uint8Array): Verdict {
  try {
    const json = zstdDecompressSync(packed, { maxOutputLength: MAX_UNPACKED_BYTES }).toString('utf8')
    const { format, reads, ...verdict } = JSON.parse(json) as Omit<Verdict, 'reads'> & {
      format: string
      reads: unknown
    }
    if (format !== FORMAT) throw new TypeError(`a verdict of the format ${format}`)
    return { ...verdict, reads: readsFromJson(reads) }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new VerdictRefused('malformed', `The signed content cannot be read: ${why}.`)
  }
}
