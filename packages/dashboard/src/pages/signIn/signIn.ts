import { askAccount } from '../../api/accountApi.ts'

type Options = { options: unknown }

/** WebAuthn Level 3: JSON to what browsers take, which the DOM types do not know yet. */
type CredentialJson = {
  parseRequestOptionsFromJSON(options: unknown): PublicKeyCredentialRequestOptions
  parseCreationOptionsFromJSON(options: unknown): PublicKeyCredentialCreationOptions
}

const NO_PASSKEYS = 'This browser knows no passkeys. Sign in with a password or a link.'

export async function signInByLink(token: string): Promise<void> {
  await askAccount('/v1/session/link', { method: 'POST', body: { token } })
}

export async function signInByPassword(name: string, password: string): Promise<void> {
  await askAccount('/v1/session/password', { method: 'POST', body: { name, password } })
}

/** @throws Error when the browser knows no passkeys, or its person refuses. */
export async function signInByPasskey(): Promise<void> {
  const { options } = await askAccount<Options>('/v1/session/passkey/options', { method: 'POST' })
  const publicKey = credentialJson().parseRequestOptionsFromJSON(options)
  const credential = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential | null
  if (credential === null) throw new Error(NO_PASSKEYS)
  await askAccount('/v1/session/passkey/verify', { method: 'POST', body: { response: credential.toJSON() } })
}

/** Adds a passkey of this device to the member that is signed in. */
export async function addPasskey(name: string): Promise<void> {
  const { options } = await askAccount<Options>('/v1/members/me/passkeys/options', { method: 'POST' })
  const publicKey = credentialJson().parseCreationOptionsFromJSON(options)
  const credential = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential | null
  if (credential === null) throw new Error(NO_PASSKEYS)
  await askAccount('/v1/members/me/passkeys/verify', { method: 'POST', body: { name, response: credential.toJSON() } })
}

function credentialJson(): CredentialJson {
  const given = window.PublicKeyCredential as unknown as Partial<CredentialJson> | undefined
  if (!given?.parseRequestOptionsFromJSON || !given.parseCreationOptionsFromJSON) throw new Error(NO_PASSKEYS)
  return given as CredentialJson
}
