import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits. The prefix tells scanners of secrets and people what leaked. */
export function newSecretToken(prefix: 'rds_' | 'rdl_' | 'rdp_' | 'rdx_'): string {
  return prefix + randomBytes(32).toString('base64url')
}

/** What is kept of such a token: it has 256 random bits, so a plain SHA-256 cannot be reversed by trying. */
export function hashSecretToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
