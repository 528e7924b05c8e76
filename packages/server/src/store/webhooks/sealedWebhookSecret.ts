import type { Keyring } from '../keyring.ts'

/** The secret of a webhook as it is kept: it must be read to sign, so it is encrypted, not hashed. */
export function sealWebhookSecret(keyring: Keyring, webhookId: string, secret: string): string {
  const current = keyring.current()
  return `${current.id}:${current.sealWebhookSecret(secret, webhookId)}`
}

/** Null when it was sealed under a secret of the server that is gone. */
export function openWebhookSecret(keyring: Keyring, webhookId: string, kept: string): string | null {
  const [secretId, sealed = ''] = kept.split(':')
  const find = () => [keyring.current(), ...keyring.earlier()].find(({ id }) => id === secretId)
  // Another process may have made a new secret current.
  const secret = find() ?? (keyring.refresh('now') ? find() : undefined)
  return secret?.unsealWebhookSecret(sealed, webhookId) ?? null
}

/** Whether it is kept as `sealWebhookSecret` would keep it now. */
export function isSealedNow(keyring: Keyring, kept: string): boolean {
  return kept.startsWith(`${keyring.current().id}:`)
}
