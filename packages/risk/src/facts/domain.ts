// Facts of a site's name, certificate and registration. Times are Unix milliseconds.

export type DnsFact = {
  exists: boolean
  /** IP addresses, v4 first. */
  addresses: string[]
  nameServers: string[]
  /** Null when it could not be asked. */
  hasMail: boolean | null
  /** The name leads to addresses that are not public; nothing there is visited. */
  notPublic: boolean
}

export type SslStatus =
  | 'valid'
  | 'expired'
  | 'not_yet_valid'
  | 'self_signed'
  | 'untrusted'
  | 'hostname_mismatch'
  | 'none'
  | 'unreachable'

/** The certificate that the host of the URL shows. `none`: plain http, whatever answers on 443. */
export type TlsFact = {
  status: SslStatus
  protocol: string | null
  issuer: string | null
  subject: string | null
  names: string[]
  validFrom: number | null
  validTo: number | null
  /** The address of the scan is plain http though https is served; null where that could not be asked. */
  httpsAvailable: boolean | null
}

/** When a domain was registered; null of a fact: hosting platform, IP literal or a suffix without a registry that says. */
export type Registration = {
  domain: string
  registeredAt: number | null
  expiresAt: number | null
  updatedAt: number | null
  registrar: string | null
  nameServers: string[]
  /** EPP status codes (RFC 8056). */
  statuses: string[]
  by: 'rdap' | 'whois'
  /** Host of the server that said so. */
  server: string
}
