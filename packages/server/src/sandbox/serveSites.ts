import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { allSites } from './sites/allSites.ts'
import type { Site } from './sites/site.ts'
import type { SandboxWorld } from './world.ts'

// Object identifiers, DER content (RFC 5280, RFC 5758).
const ECDSA_WITH_SHA256 = tlv(0x30, tlv(0x06, Buffer.from('2a8648ce3d040302', 'hex')))

const COMMON_NAME = tlv(0x06, Buffer.from('550403', 'hex'))

const SUBJECT_ALT_NAME = tlv(0x06, Buffer.from('551d11', 'hex'))

const BASIC_CONSTRAINTS = tlv(0x06, Buffer.from('551d13', 'hex'))

const DAY_MS = 86_400_000

/** Browsers take no certificate that lasts longer than 398 days. */
const DAYS = 365

/** The sandbox's web sites on loopback. */
export type ServedSites = {
  sites: readonly Site[]
  /** `host:port` of every site → where it is served: what `createEgress` takes as `connectTo`. */
  connectTo: ReadonlyMap<string, string>
  /** PEM of the authority that signed their certificate, made for this run. */
  authority: string
  close(): Promise<void>
}

/**
 * Serves all sites over http and https, told apart by the Host field. Their names are in no DNS: only who is given `connectTo`
 * reaches them.
 * @example const sites = await serveSites(sandboxWorld('ethereum')); createEgress({ allow: [], connectTo: sites.connectTo })
 */
export async function serveSites(world: SandboxWorld): Promise<ServedSites> {
  const sites = allSites(world)
  const byHost = new Map(sites.flatMap((site) => site.hosts.map((host) => [host, site] as const)))
  const hosts = [...byHost.keys()]
  const { cert, key, authority } = siteCertificate(hosts, Date.now())
  const plain = createServer((request, response) => answer(byHost, request, response, false))
  const secure = createTlsServer({ cert, key }, (request, response) => answer(byHost, request, response, true))
  const [plainPort, securePort] = await Promise.all([listen(plain), listen(secure)])
  return {
    sites,
    connectTo: new Map(
      hosts.flatMap((host) => [
        [`${host}:80`, `127.0.0.1:${plainPort}`],
        [`${host}:443`, `127.0.0.1:${securePort}`],
      ]),
    ),
    authority,
    close: async () => void (await Promise.all([stop(plain), stop(secure)])),
  }
}

function answer(
  byHost: ReadonlyMap<string, Site>,
  { headers, url = '/', method }: IncomingMessage,
  response: ServerResponse,
  secure: boolean,
): void {
  const host = (headers.host ?? '').replace(/:\d+$/, '').toLowerCase()
  const site = byHost.get(host)
  if (site === undefined) return void response.writeHead(421).end()
  const path = url.replace(/[?#].*$/, '')
  const { 'user-agent': userAgent = '', cookie = '' } = headers
  const { status, headers: head, body } = site.answer({ host, path, secure, userAgent, cookie })
  response.writeHead(status, head).end(method === 'HEAD' ? undefined : body)
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  return (server.address() as AddressInfo).port
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}

/** PEM of a certificate, its key, and the authority that signed it. */
type SiteCertificate = { cert: string; key: string; authority: string }

/**
 * Makes a private authority, and a certificate for `names` that it signed. The authority's key is thrown away, so that it
 * never signs another.
 * @param now Unix milliseconds.
 */
export function siteCertificate(names: readonly string[], now: number): SiteCertificate {
  const authority = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const leaf = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const validity = tlv(0x30, time(now - DAY_MS), time(now + DAYS * DAY_MS))
  const issuer = named('Redoubt sandbox authority')
  const isAuthority = tlv(0x30, BASIC_CONSTRAINTS, tlv(0x04, tlv(0x30, tlv(0x01, Buffer.of(0xff)))))
  const altNames = tlv(0x30, ...names.map((name) => tlv(0x82, Buffer.from(name))))
  const forNames = tlv(0x30, SUBJECT_ALT_NAME, tlv(0x04, altNames))
  const certificate = (subject: Buffer, key: KeyObject, extension: Buffer) =>
    signed({ issuer, subject, validity, key, extension }, authority.privateKey)
  return {
    cert: certificate(named('Redoubt sandbox sites'), leaf.publicKey, forNames),
    key: leaf.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    authority: certificate(issuer, authority.publicKey, isAuthority),
  }
}

type Parts = { issuer: Buffer; subject: Buffer; validity: Buffer; key: KeyObject; extension: Buffer }

function signed({ issuer, subject, validity, key, extension }: Parts, by: KeyObject): string {
  const body = tlv(
    0x30,
    tlv(0xa0, tlv(0x02, Buffer.of(2))),
    tlv(0x02, Buffer.of(1, ...randomBytes(8))),
    ECDSA_WITH_SHA256,
    issuer,
    validity,
    subject,
    key.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, tlv(0x30, extension)),
  )
  const der = tlv(0x30, body, ECDSA_WITH_SHA256, tlv(0x03, Buffer.of(0), sign('sha256', body, by)))
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}

function named(name: string): Buffer {
  return tlv(0x30, tlv(0x31, tlv(0x30, COMMON_NAME, tlv(0x0c, Buffer.from(name)))))
}

/** UTCTime, good until 2049. */
function time(at: number): Buffer {
  const digits = new Date(at).toISOString().replace(/\D/g, '')
  return tlv(0x17, Buffer.from(`${digits.slice(2, 14)}Z`))
}

/** One DER element (X.690): tag, length, content. */
function tlv(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const size = content.length
  const length = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff]
  return Buffer.concat([Buffer.of(tag, ...length), content])
}
