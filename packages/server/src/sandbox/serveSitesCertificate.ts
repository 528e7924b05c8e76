import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** PEM of a certificate, its key, and the authority that signed it. */
export type SiteCertificate = { cert: string; key: string; authority: string }

// Object identifiers, DER content (RFC 5280, RFC 5758).
const ECDSA_WITH_SHA256 = tlv(0x30, tlv(0x06, Buffer.from('2a8648ce3d040302', 'hex')))
const COMMON_NAME = tlv(0x06, Buffer.from('550403', 'hex'))
const SUBJECT_ALT_NAME = tlv(0x06, Buffer.from('551d11', 'hex'))
const BASIC_CONSTRAINTS = tlv(0x06, Buffer.from('551d13', 'hex'))
const DAY_MS = 86_400_000
/** Browsers take no certificate that lasts longer than 398 days. */
const DAYS = 365

/**
 * Makes a private authority, and a certificate for `names` that it signed. The authority's key is thrown away, so that it
 * never signs another.
 * @param now Unix milliseconds.
 */
export function siteCertificate(names: readonly string[], now: number): SiteCertificate {
  const authority = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const leaf = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const validity = tlv(0x30, time(now - DAY_MS), time(now + DAYS * DAY_MS))
  const issuer = named('Redoubt sandbox authority')
  const isAuthority = tlv(0x30, BASIC_CONSTRAINTS, tlv(0x04, tlv(0x30, tlv(0x01, Buffer.of(0xff)))))
  const altNames = tlv(0x30, ...names.map((name) => tlv(0x82, Buffer.from(name))))
  const forNames = tlv(0x30, SUBJECT_ALT_NAME, tlv(0x04, altNames))
  const certificate = (subject: Buffer, key: KeyObject, extension: Buffer) =>
    signed({ issuer, subject, validity, key, extension }, authority.privateKey)
  return {
    cert: certificate(named('Redoubt sandbox sites'), leaf.publicKey, forNames),
    key: leaf.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    authority: certificate(issuer, authority.publicKey, isAuthority),
  }
}

type Parts = { issuer: Buffer; subject: Buffer; validity: Buffer; key: KeyObject; extension: Buffer }

function signed({ issuer, subject, validity, key, extension }: Parts, by: KeyObject): string {
  const body = tlv(
    0x30,
    tlv(0xa0, tlv(0x02, Buffer.of(2))),
    tlv(0x02, Buffer.of(1, ...randomBytes(8))),
    ECDSA_WITH_SHA256,
    issuer,
    validity,
    subject,
    key.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, tlv(0x30, extension)),
  )
  const der = tlv(0x30, body, ECDSA_WITH_SHA256, tlv(0x03, Buffer.of(0), sign('sha256', body, by)))
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}

function named(name: string): Buffer {
  return tlv(0x30, tlv(0x31, tlv(0x30, COMMON_NAME, tlv(0x0c, Buffer.from(name)))))
}

/** UTCTime, good until 2049. */
function time(at: number): Buffer {
  const digits = new Date(at).toISOString().replace(/\D/g, '')
  return tlv(0x17, Buffer.from(`${digits.slice(2, 14)}Z`))
}

/** One DER element (X.690): tag, length, content. */
function tlv(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const size = content.length
  const length = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff]
  return Buffer.concat([Buffer.of(tag, ...length), content])
}
