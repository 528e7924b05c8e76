import { isIP } from 'node:net'
import { checkServerIdentity, type PeerCertificate } from 'node:tls'
import { startDeadline } from './deadline.ts'
import { describeFailure } from './egressError.ts'
import type { Guard } from './guard.ts'
import { openGuarded } from './guardedHop.ts'
import { checkTarget } from './target.ts'

export type TlsRequest = {
  /** Without the brackets of IPv6. */
  host: string
  port: number
  /** Total wall-clock time, in milliseconds. */
  deadlineMs: number
  signal?: AbortSignal | undefined
}

/** The certificate that a host shows, as found by a handshake that takes any. Text is the host's own: hostile, and bounded. */
export type TlsInspection = {
  status: 'valid' | 'expired' | 'not_yet_valid' | 'self_signed' | 'untrusted' | 'hostname_mismatch'
  /** `TLSv1.3`, …; null when not known. */
  protocol: string | null
  /** Organisation, else common name. */
  issuer: string | null
  /** Common name, else organisation. */
  subject: string | null
  /** DNS names and IP addresses that it is for, at most 100. */
  names: string[]
  /** Unix milliseconds. */
  validFrom: number | null
  validTo: number | null
}

/** @throws EgressError when there is no TLS to look at. */
export type InspectTls = (request: TlsRequest) => Promise<TlsInspection>

const MAX_NAMES = 100
const MAX_TEXT = 200

export function createInspectTls(guard: Guard, closing: AbortSignal): InspectTls {
  return async ({ host, port, deadlineMs, signal }) => {
    const target = checkTarget(`https://${isIP(host) === 6 ? `[${host}]` : host}:${port}/`, guard.allow)
    const deadline = startDeadline(target.url.host, deadlineMs, [signal, closing])
    try {
      const socket = await openGuarded(target, 'https:', guard, deadline)
      const shown = socket.getPeerCertificate()
      const inspection = {
        status: statusOf(socket.authorizationError, target.host.replace(/\.$/, ''), shown),
        protocol: socket.getProtocol(),
        ...described(shown),
      }
      socket.destroy()
      return inspection
    } catch (error) {
      throw describeFailure(target.url.host, deadline.signal.aborted ? deadline.signal.reason : error)
    } finally {
      deadline.end()
    }
  }
}

/**
 * The worst that can be said in one word: what OpenSSL found last while it followed the chain (time comes after trust), else the
 * name, which Node looks at only when the chain is good.
 */
function statusOf(failure: unknown, host: string, shown: PeerCertificate): TlsInspection['status'] {
  const code = failure instanceof Error ? ((failure as { code?: unknown }).code ?? failure.message) : failure
  if (code === 'CERT_HAS_EXPIRED') return 'expired'
  if (code === 'CERT_NOT_YET_VALID') return 'not_yet_valid'
  if (code === 'DEPTH_ZERO_SELF_SIGNED_CERT') return 'self_signed'
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'hostname_mismatch'
  if (code !== null && code !== undefined) return 'untrusted'
  return checkServerIdentity(host, shown) === undefined ? 'valid' : 'hostname_mismatch'
}

function described(shown: PeerCertificate): Omit<TlsInspection, 'status' | 'protocol'> {
  const { subject, issuer } = shown as Partial<PeerCertificate>
  return {
    issuer: text(issuer?.O) ?? text(issuer?.CN),
    subject: text(subject?.CN) ?? text(subject?.O),
    names: Array.from((shown.subjectaltname ?? '').matchAll(NAME), ([, name = '']) => name.toLowerCase()).slice(
      0,
      MAX_NAMES,
    ),
    validFrom: time(shown.valid_from),
    validTo: time(shown.valid_to),
  }
}

/** Of a name that Node had to quote nothing is taken: no honest one holds a comma, a quote or a control character. */
const NAME = /(?:DNS|IP Address):([\w.*:-]{1,253})(?=,|$)/g

/** An attribute that is there more than once is a list. */
function text(value: unknown): string | null {
  const [first]: unknown[] = [value].flat()
  return typeof first === 'string' && first !== '' ? first.slice(0, MAX_TEXT) : null
}

function time(value: string | undefined): number | null {
  const time = Date.parse(value ?? '')
  return Number.isNaN(time) ? null : time
}
