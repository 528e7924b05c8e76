import { EgressError, type EgressFailure } from '@redoubt/egress/egressError.ts'
import type { Guarded } from '@redoubt/egress/guarded.ts'
import type { TlsInspection } from '@redoubt/egress/inspectTls.ts'
import type { TlsFact } from '@redoubt/risk/facts/domain.ts'
import type { SiteAddress } from '@redoubt/risk/facts/site.ts'
import { visibleText } from '../../lib/cleanText.ts'

export type InspectSiteOptions = {
  /** For the port that the URL names, in milliseconds. */
  deadlineMs?: number
  /** For 443 beside a plain http URL: the answer is a bonus, and many hosts drop what they do not serve. */
  besideMs?: number
}

const NONE: Omit<TlsFact, 'httpsAvailable'> = {
  status: 'none',
  protocol: null,
  issuer: null,
  subject: null,
  names: [],
  validFrom: null,
  validTo: null,
}
const MAX_TEXT = 120
/** Failures that say nothing of what the host serves. */
const UNSAID: readonly EgressFailure[] = ['dns', 'timeout', 'blocked']

/**
 * Looks at the certificate on the port of an https URL. For an http one, only whether the host speaks TLS on 443: `httpsAvailable`, with
 * the status `none`. That nothing speaks TLS is an answer, `unreachable` for https; only our own abort rejects.
 */
export function createInspectSite({ inspectTls }: Pick<Guarded, 'inspectTls'>, options: InspectSiteOptions = {}) {
  const { deadlineMs = 5_000, besideMs = 2_000 } = options
  return async (site: SiteAddress, signal: AbortSignal): Promise<TlsFact> => {
    const plain = site.scheme === 'http'
    const port = plain ? 443 : (site.port ?? 443)
    try {
      const shown = await inspectTls({ host: site.host, port, deadlineMs: plain ? besideMs : deadlineMs, signal })
      // A visitor by plain http is shown no certificate; a shared server's own on 443 accuses no site.
      if (plain) return { ...NONE, httpsAvailable: true }
      return { ...cleaned(shown), httpsAvailable: false }
    } catch (error) {
      // Who gave up waiting learnt nothing of the site.
      if (!(error instanceof EgressError) || error.failure === 'aborted') throw error
      const httpsAvailable = plain && UNSAID.includes(error.failure) ? null : false
      return { ...NONE, status: plain ? 'none' : 'unreachable', httpsAvailable }
    }
  }
}

function cleaned({ issuer, subject, ...shown }: TlsInspection): Omit<TlsFact, 'httpsAvailable'> {
  const text = (said: string | null) => (said === null ? null : visibleText(said, MAX_TEXT) || null)
  return { ...shown, issuer: text(issuer), subject: text(subject) }
}
