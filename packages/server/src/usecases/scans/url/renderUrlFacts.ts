import type { Registration, TlsFact } from '@redoubt/risk/facts/domain.ts'
import type { SiteTrust } from '@redoubt/risk/facts/site.ts'
import type { Visit, VisitHop } from '@redoubt/risk/facts/visit.ts'

/** One step from the scanned address to the page. */
export type RenderedRedirect = {
  from: string
  to: string
  how: VisitHop['how']
  status: number | null
  shortener: string | null
  /** What lists say of where it leads, beyond what they say of the scanned site; null when they could not be read. */
  listed: SiteTrust['listed'] | null
}

/** What the host showed on the way in. Times are ISO 8601. */
export type RenderedCertificate = Omit<TlsFact, 'validFrom' | 'validTo'> & {
  validFrom: string | null
  validTo: string | null
}

/** Who says since when the domain is registered. Times are ISO 8601. */
export type RenderedWhois = Omit<Registration, 'registeredAt' | 'expiresAt' | 'updatedAt'> & {
  registeredAt: string | null
  expiresAt: string | null
  updatedAt: string | null
}

export function renderRedirects(
  { hops }: Visit,
  trustLevels: Readonly<Record<string, SiteTrust>> | null,
): RenderedRedirect[] {
  return hops.map(({ from, to, how, status, shortener }) => ({
    from,
    to: to.href,
    how,
    status,
    shortener,
    listed:
      trustLevels === null ? null : Object.hasOwn(trustLevels, to.host) ? (trustLevels[to.host]?.listed ?? []) : [],
  }))
}

export function renderCertificate({ validFrom, validTo, ...rest }: TlsFact): RenderedCertificate {
  return { ...rest, validFrom: isoOf(validFrom), validTo: isoOf(validTo) }
}

export function renderWhois({ registeredAt, expiresAt, updatedAt, ...rest }: Registration): RenderedWhois {
  return { ...rest, registeredAt: isoOf(registeredAt), expiresAt: isoOf(expiresAt), updatedAt: isoOf(updatedAt) }
}

/** Null also for what no calendar has: servers say such things. */
function isoOf(at: number | null): string | null {
  if (at === null || Number.isNaN(new Date(at).getTime())) return null
  return new Date(at).toISOString()
}
