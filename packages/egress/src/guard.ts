import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls'
import { type AllowList, createAllowList } from './publicAddress.ts'

/** How addresses that strangers steer are reached; all ways out share one. */
export type Guard = {
  allow: AllowList
  /** DNS servers to ask, `address` or `address:port`; undefined: those of the machine. */
  nameServers: readonly string[] | undefined
  /** Trusted authorities; undefined: those that Node trusts, and those of NODE_EXTRA_CA_CERTS. */
  secureContext: SecureContext | undefined
  /** The same for inspection only: old sites speak old TLS, and reading them needs no strong ciphers. */
  lookingContext(): SecureContext
  /** The same where the certificate is not looked at: it trusts no authority, so that no chain is verified and no name compared. */
  readingContext(): SecureContext
}

export type GuardOptions = {
  /** Entries of EGRESS_ALLOW, `host:port`, private though they may be. */
  allow: readonly string[]
  /** Our own sites under names that DNS does not know: `host:port` → `address:port`. May be filled later. */
  connectTo?: ReadonlyMap<string, string>
  /** Null: those of the machine. */
  nameServers?: readonly string[] | null
  /** PEM of authorities that are trusted besides Node's. */
  authorities?: readonly string[]
}

/** @example createGuard({ allow: [], connectTo: new Map([['shop.sandbox.test:443', '127.0.0.1:4443']]) }) */
export function createGuard({ allow, connectTo, nameServers, authorities = [] }: GuardOptions): Guard {
  // A store of all authorities takes milliseconds to make, and most processes never need another than Node's.
  const ca = authorities.length > 0 ? { ca: [...getCACertificates('default'), ...authorities] } : null
  const old = { minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' } as const
  let looking: SecureContext | undefined
  let reading: SecureContext | undefined
  return {
    allow: createAllowList(allow, connectTo),
    nameServers: nameServers ?? undefined,
    secureContext: ca === null ? undefined : createSecureContext(ca),
    lookingContext: () => {
      looking ??= createSecureContext({ ...ca, ...old })
      return looking
    },
    readingContext: () => {
      reading ??= createSecureContext({ ca: [], ...old })
      return reading
    },
  }
}
