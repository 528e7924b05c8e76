import type { Keyring } from '../keyring.ts'

/**
 * Pattern of the stored location of a list. Paths and queries of URLs may hold credentials, and which do cannot be told, so
 * every URL is sealed; a path of this machine is not.
 */
const SEALED = /^sealed:([0-9a-f]+):(.+)$/

/** @param id of the list: what was sealed for one list cannot be put under another. */
export function sealLocation(keyring: Keyring, id: string, location: string): string {
  const secret = keyring.current()
  return location.startsWith('/') ? location : `sealed:${secret.id}:${secret.seal(location, id)}`
}

/** Empty when it was sealed under a secret that is gone. What an earlier version kept unsealed is given as it is. */
export function openLocation(keyring: Keyring, id: string, kept: string): string {
  const [, secretId, sealed] = SEALED.exec(kept) ?? []
  if (secretId === undefined || sealed === undefined) return kept
  const find = () => [keyring.current(), ...keyring.earlier()].find((secret) => secret.id === secretId)
  // Another process may have made a new secret current.
  const secret = find() ?? (keyring.refresh() ? find() : undefined)
  return secret?.unseal(sealed, id) ?? ''
}

/** Whether it is kept as `sealLocation` would keep it now. */
export function isSealedNow(keyring: Keyring, kept: string): boolean {
  return kept.startsWith('/') || SEALED.exec(kept)?.[1] === keyring.current().id
}
