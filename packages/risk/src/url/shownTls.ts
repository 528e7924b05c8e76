import type { TlsFact } from '../facts/domain.ts'
import type { Facts } from '../facts.ts'
import { isSameServer } from './isSameServer.ts'

/** Certificate of the site that `data.url` names: where redirects end. Null while it is not known. */
export function shownTls({ site, visit, tls, finalTls }: Partial<Facts>): TlsFact | null {
  const isElsewhere = visit !== undefined && site !== undefined && !isSameServer(site, visit.final)
  return (isElsewhere ? finalTls : tls) ?? null
}
