import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { SiteCertificateKind } from './sites/site.ts'

// Object identifiers, DER content (RFC 5280, RFC 5758).
const ECDSA_WITH_SHA256 = tlv(0x30, tlv(0x06, Buffer.from('2a8648ce3d040302', 'hex')))

const COMMON_NAME = tlv(0x06, Buffer.from('550403', 'hex'))

const SUBJECT_ALT_NAME = tlv(0x06, Buffer.from('551d11', 'hex'))

const BASIC_CONSTRAINTS = tlv(0x06, Buffer.from('551d13', 'hex'))

const DAY_MS = 86_400_000

/** Days from now that each kind is in force. Browsers take no certificate that lasts longer than 398 days. */
const IN_FORCE: Readonly<Record<SiteCertificateKind, readonly [from: number, to: number]>> = {
  valid: [-60, 305],
  recent: [-1, 89],
  expired: [-400, -35],
  not_yet_valid: [2, 92],
  self_signed: [-60, 305],
  untrusted: [-60, 305],
  hostname_mismatch: [-60, 305],
}

const OTHER_NAME = 'another-customer.test'

/** PEM of a certificate and its key; `names`: the hosts that show it. */
type SiteCertificate = { kind: SiteCertificateKind; names: readonly string[]; cert: string; key: string }

/**
 * Makes a private authority, and a certificate of each kind for its `names`. The authority's key is thrown away, so that it
 * never signs another.
 * @param now Unix milliseconds.
 */
export function siteCertificates(
  named: readonly { kind: SiteCertificateKind; names: readonly string[] }[],
  now: number,
): { certificates: SiteCertificate[]; authority: string } {
  const [authority, stranger] = [newKey(), newKey()]
  const issuer = distinguishedName('Redoubt sandbox authority')
  const isAuthority = tlv(0x30, BASIC_CONSTRAINTS, tlv(0x04, tlv(0x30, tlv(0x01, Buffer.of(0xff)))))
  const certificates = named.map(({ kind, names }) => {
    const leaf = newKey()
    const [from, to] = IN_FORCE[kind]
    const shown = kind === 'hostname_mismatch' ? [OTHER_NAME] : names
    const altNames = tlv(0x30, ...shown.map((name) => tlv(0x82, Buffer.from(name))))
    const subject = distinguishedName('Redoubt sandbox sites')
    const parts = {
      issuer: kind === 'self_signed' ? subject : kind === 'untrusted' ? distinguishedName('Unknown authority') : issuer,
      subject,
      validity: validity(now, from, to),
      key: leaf.publicKey,
      extension: tlv(0x30, SUBJECT_ALT_NAME, tlv(0x04, altNames)),
    }
    const signer = kind === 'self_signed' ? leaf : kind === 'untrusted' ? stranger : authority
    const key = leaf.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    return { kind, names, cert: signed(parts, signer.privateKey), key }
  })
  const root = {
    issuer,
    subject: issuer,
    validity: validity(now, -400, 400),
    key: authority.publicKey,
    extension: isAuthority,
  }
  return { certificates, authority: signed(root, authority.privateKey) }
}

function newKey() {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' })
}

function validity(now: number, fromDays: number, toDays: number): Buffer {
  return tlv(0x30, time(now + fromDays * DAY_MS), time(now + toDays * DAY_MS))
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

function distinguishedName(name: string): Buffer {
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
