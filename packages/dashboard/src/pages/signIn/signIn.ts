import { client } from '../../api/client.ts'
import type { Session } from '../../api/session.ts'
import { Problem } from '../../ui/problem.ts'

/** WebAuthn Level 3: JSON to what browsers take, which the DOM types do not know yet. */
type CredentialJson = {
  parseRequestOptionsFromJSON(options: unknown): PublicKeyCredentialRequestOptions
  parseCreationOptionsFromJSON(options: unknown): PublicKeyCredentialCreationOptions
}

export function signInByLink(token: string): Promise<Session> {
  return client.session.signInByLink({ token })
}

export function signInByPassword(name: string, password: string): Promise<Session> {
  return client.session.signInByPassword({ name, password })
}

/** @throws Problem when the browser knows no passkeys, or its person refuses. */
export async function signInByPasskey(): Promise<Session> {
  const { options } = await client.session.startPasskeySignIn()
  const publicKey = credentialJson().parseRequestOptionsFromJSON(options)
  const credential = (await navigator.credentials
    .get({ publicKey })
    .catch(refusedByBrowser)) as PublicKeyCredential | null
  if (credential === null) throw noPasskeys()
  return client.session.signInByPasskey({ response: { ...credential.toJSON() } })
}

/** Adds a passkey of this device to the member that is signed in. */
export async function addPasskey(name: string): Promise<void> {
  const { options } = await client.session.startPasskey()
  const publicKey = credentialJson().parseCreationOptionsFromJSON(options)
  const credential = (await navigator.credentials
    .create({ publicKey })
    .catch(refusedByBrowser)) as PublicKeyCredential | null
  if (credential === null) throw noPasskeys()
  await client.session.addPasskey({ name, response: { ...credential.toJSON() } })
}

function credentialJson(): CredentialJson {
  const given = window.PublicKeyCredential as unknown as Partial<CredentialJson> | undefined
  if (!given?.parseRequestOptionsFromJSON || !given.parseCreationOptionsFromJSON) throw noPasskeys()
  return given as CredentialJson
}

function noPasskeys(): Problem {
  return new Problem('This browser knows no passkeys here.', 'They need https, or localhost. Use a password or a link.')
}

/** Browsers say little of why: the person cancelled, took too long, or there is no passkey of this site. */
function refusedByBrowser(error: unknown): never {
  const { name, message } = error as { name: string; message: string }
  if (name === 'InvalidStateError') throw new Problem('This device has a passkey already.', 'It is in the list above.')
  throw new Problem(
    'No passkey was used.',
    name === 'NotAllowedError' ? 'It was cancelled, or there is none.' : message,
  )
}
