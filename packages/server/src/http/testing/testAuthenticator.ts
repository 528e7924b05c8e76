import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const PRESENT_AND_VERIFIED = 0x05
const HAS_CREDENTIAL = 0x40

/** An authenticator in software with one ES256 credential, as a browser shows it to a page of `origin` (WebAuthn Level 3). */
export function createTestAuthenticator(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  const host = new URL(origin).hostname
  let counter = 0

  const clientData = (type: string, challenge: string, at: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: at, crossOrigin: false }))

  const authenticatorData = (flags: number, rest: Buffer[] = []) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(host), Buffer.from([flags]), count, ...rest])
  }

  return {
    id: id.toString('base64url'),
    /** Answers `navigator.credentials.create`. */
    create({ challenge }: { challenge: string }) {
      // COSE_Key (RFC 9052): EC2, ES256, P-256, x, y.
      const key = cborMap([
        [cborInt(1), cborInt(2)],
        [cborInt(3), cborInt(-7)],
        [cborInt(-1), cborInt(1)],
        [cborInt(-2), cborBytes(Buffer.from(x, 'base64url'))],
        [cborInt(-3), cborBytes(Buffer.from(y, 'base64url'))],
      ])
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const data = authenticatorData(PRESENT_AND_VERIFIED | HAS_CREDENTIAL, [Buffer.alloc(16), length, id, key])
      const attestationObject = cborMap([
        [cborText('fmt'), cborText('none')],
        [cborText('attStmt'), cborMap([])],
        [cborText('authData'), cborBytes(data)],
      ])
      return credential(id, {
        clientDataJSON: clientData('webauthn.create', challenge, origin),
        attestationObject,
      })
    },
    /** Answers `navigator.credentials.get`. `at`: a page of another origin; `replay`: the counter stays. */
    get({ challenge }: { challenge: string }, { at = origin, replay = false } = {}) {
      if (!replay) counter++
      const data = authenticatorData(PRESENT_AND_VERIFIED)
      const client = clientData('webauthn.get', challenge, at)
      const signature = sign('sha256', Buffer.concat([data, createHash('sha256').update(client).digest()]), privateKey)
      return credential(id, { clientDataJSON: client, authenticatorData: data, signature })
    },
  }
}

function credential(id: Buffer, parts: Record<string, Buffer>) {
  const response = Object.fromEntries(Object.entries(parts).map(([name, bytes]) => [name, bytes.toString('base64url')]))
  const text = id.toString('base64url')
  return { id: text, rawId: text, type: 'public-key', clientExtensionResults: {}, response }
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

// As much of CBOR (RFC 8949) as the above needs.

function cborHead(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value])
  return value < 256
    ? Buffer.from([(major << 5) | 24, value])
    : Buffer.from([(major << 5) | 25, value >> 8, value & 0xff])
}

function cborInt(value: number): Buffer {
  return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value)
}

function cborBytes(bytes: Buffer): Buffer {
  return Buffer.concat([cborHead(2, bytes.length), bytes])
}

function cborText(text: string): Buffer {
  return Buffer.concat([cborHead(3, text.length), Buffer.from(text)])
}

function cborMap(entries: [Buffer, Buffer][]): Buffer {
  return Buffer.concat([cborHead(5, entries.length), ...entries.flat()])
}
