import { client } from '../../api/client.ts'
import type { Session } from '../../api/session.ts'

/** WebAuthn Level 3: JSON to what browsers take, which the DOM types do not know yet. */
type CredentialJson = {
  parseRequestOptionsFromJSON(options: unknown): PublicKeyCredentialRequestOptions
  parseCreationOptionsFromJSON(options: unknown): PublicKeyCredentialCreationOptions
}

const NO_PASSKEYS = 'This browser knows no passkeys. Sign in with a password or a link.'

export function signInByLink(token: string): Promise<Session> {
  return client.session.signInByLink({ token })
}

export function signInByPassword(name: string, password: string): Promise<Session> {
  return client.session.signInByPassword({ name, password })
}

/** @throws Error when the browser knows no passkeys, or its person refuses. */
export async function signInByPasskey(): Promise<Session> {
  const { options } = await client.session.startPasskeySignIn()
  const publicKey = credentialJson().parseRequestOptionsFromJSON(options)
  const credential = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential | null
  if (credential === null) throw new Error(NO_PASSKEYS)
  return client.session.signInByPasskey({ response: { ...credential.toJSON() } })
}

/** Adds a passkey of this device to the member that is signed in. */
export async function addPasskey(name: string): Promise<void> {
  const { options } = await client.session.startPasskey()
  const publicKey = credentialJson().parseCreationOptionsFromJSON(options)
  const credential = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential | null
  if (credential === null) throw new Error(NO_PASSKEYS)
  await client.session.addPasskey({ name, response: { ...credential.toJSON() } })
}

function credentialJson(): CredentialJson {
  const given = window.PublicKeyCredential as unknown as Partial<CredentialJson> | undefined
  if (!given?.parseRequestOptionsFromJSON || !given.parseCreationOptionsFromJSON) throw new Error(NO_PASSKEYS)
  return given as CredentialJson
}
