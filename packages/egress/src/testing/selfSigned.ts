import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** PEM of a certificate and its key. */
export type Certificate = { cert: string; key: string }

export type CertificateOptions = {
  /** DNS names, `*.example` too. */
  names: readonly string[]
  /** Years; default: 2020 and 9999. */
  from?: number
  to?: number
  commonName?: string
  /** Default: the certificate signs itself and is an authority. */
  issuer?: Certificate & { commonName: string }
}

const ECDSA_WITH_SHA256 = tlv(0x30, tlv(0x06, Buffer.from('2a8648ce3d040302', 'hex')))
const COMMON_NAME = Buffer.from('550403', 'hex')
const SUBJECT_ALT_NAME = Buffer.from('551d11', 'hex')
const BASIC_CONSTRAINTS = Buffer.from('551d13', 'hex')

/** Makes a certificate (RFC 5280) for `names`, `*.example` too, that is its own authority and lasts for ever. */
export function selfSigned(names: readonly string[]): Certificate {
  return certify({ names })
}

/** Makes a certificate (RFC 5280), signed by itself or by another. */
export function certify(options: CertificateOptions): Certificate {
  const { names, from = 2020, to = 9999, commonName = 'redoubt test', issuer } = options
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const validity = tlv(0x30, time(`${from}0101000000Z`), time(`${to}1231235959Z`))
  const altNames = tlv(0x30, ...names.map((each) => tlv(0x82, Buffer.from(each))))
  const authority = tlv(0x30, ...(issuer === undefined ? [tlv(0x01, Buffer.of(0xff))] : []))
  const extensions = tlv(
    0xa3,
    tlv(0x30, extension(SUBJECT_ALT_NAME, altNames), extension(BASIC_CONSTRAINTS, authority)),
  )
  const signed = tlv(
    0x30,
    tlv(0xa0, tlv(0x02, Buffer.of(2))),
    tlv(0x02, Buffer.of(1, ...randomBytes(8))),
    ECDSA_WITH_SHA256,
    named(issuer?.commonName ?? commonName),
    validity,
    named(commonName),
    publicKey.export({ type: 'spki', format: 'der' }),
    extensions,
  )
  const signature = sign('sha256', signed, issuer?.key ?? privateKey)
  const der = tlv(0x30, signed, ECDSA_WITH_SHA256, tlv(0x03, Buffer.of(0), signature))
  // No empty line at the end, or OpenSSL reads no certificate.
  const base64 = der.toString('base64').replace(/.{64}(?=.)/g, '$&\n')
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

function named(commonName: string): Buffer {
  return tlv(0x30, tlv(0x31, tlv(0x30, tlv(0x06, COMMON_NAME), tlv(0x0c, Buffer.from(commonName)))))
}

/** UTCTime until 2049, GeneralizedTime from then on (RFC 5280, 4.1.2.5). */
function time(text: string): Buffer {
  return Number(text.slice(0, 4)) < 2050 ? tlv(0x17, Buffer.from(text.slice(2))) : tlv(0x18, Buffer.from(text))
}

function extension(id: Buffer, value: Buffer): Buffer {
  return tlv(0x30, tlv(0x06, id), tlv(0x04, value))
}

/** One DER element (X.690): tag, length, content. */
function tlv(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const size = content.length
  const length = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff]
  return Buffer.concat([Buffer.of(tag, ...length), content])
}
