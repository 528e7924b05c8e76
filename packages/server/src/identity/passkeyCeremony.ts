import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { PasskeyCeremony } from '../domain/ports/members.ts'

/** Milliseconds that the browser gives the person. */
const TIMEOUT_MS = 120_000
const SERVICE = 'Redoubt'

/** WebAuthn Level 3 by a library, which is loaded with the first ceremony: most services have none for weeks. */
export function createPasskeyCeremony(): PasskeyCeremony {
  const load = () => import('@simplewebauthn/server')
  return {
    async registrationOptions(challenge, member, known, party) {
      const { generateRegistrationOptions } = await load()
      return generateRegistrationOptions({
        rpName: SERVICE,
        rpID: party.host,
        userName: member.name,
        userID: new Uint8Array(Buffer.from(member.id)),
        challenge: bytesOf(challenge),
        timeout: TIMEOUT_MS,
        attestationType: 'none',
        excludeCredentials: known.map(({ id, transports }) => ({ id, transports: transportsOf(transports) })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
    },
    async verifyRegistration(response, party, isExpected) {
      const { verifyRegistrationResponse } = await load()
      const verified = await verifyRegistrationResponse({
        response: response as RegistrationResponseJSON,
        expectedChallenge: (given) => isExpected(textOf(given)),
        expectedOrigin: party.origin,
        expectedRPID: party.host,
        requireUserVerification: true,
      }).catch(unverified)
      if (!verified?.verified) return null
      const { id, publicKey, counter, transports } = verified.registrationInfo.credential
      return { id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports: transports ?? [] }
    },
    async signInOptions(challenge, party) {
      const { generateAuthenticationOptions } = await load()
      return generateAuthenticationOptions({
        rpID: party.host,
        challenge: bytesOf(challenge),
        timeout: TIMEOUT_MS,
        userVerification: 'required',
      })
    },
    async verifySignIn(response, passkey, party, isExpected) {
      const { verifyAuthenticationResponse } = await load()
      const verified = await verifyAuthenticationResponse({
        response: response as AuthenticationResponseJSON,
        expectedChallenge: (given) => isExpected(textOf(given)),
        expectedOrigin: party.origin,
        expectedRPID: party.host,
        requireUserVerification: true,
        credential: {
          id: passkey.id,
          publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
          counter: passkey.counter,
          transports: transportsOf(passkey.transports),
        },
      }).catch(unverified)
      return verified?.verified ? { counter: verified.authenticationInfo.newCounter } : null
    },
  }
}

/** The library throws for each thing that does not fit: to a stranger they are all the same. */
function unverified(error: unknown): null {
  if (error instanceof Error) return null
  throw error
}

/** Our one-time tokens are the challenges: the browser sends them back in base64url. */
function bytesOf(challenge: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(challenge))
}

function textOf(given: string): string {
  return Buffer.from(given, 'base64url').toString()
}

function transportsOf(names: readonly string[]): AuthenticatorTransport[] {
  return names as AuthenticatorTransport[]
}
