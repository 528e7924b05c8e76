import { createSocket } from 'node:dgram'
import { isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** What a name holds. */
export type DnsName = {
  /** Addresses, one list per question, the last for ever. */
  answers?: string[][]
  /** The name it is an alias of. */
  alias?: string
  nameServers?: string[]
  mail?: string[]
  /** Instead of an answer: a response code (2 server failure, 5 refused), silence, or bytes that are no answer. */
  instead?: number | 'silence' | 'garbage'
}

/** A DNS server on loopback. */
export type DnsServer = {
  port: number
  /** Forgets what was asked. */
  forget(): void
  close(): Promise<void>
}

const A = 1
const NS = 2
const CNAME = 5
const MX = 15
const AAAA = 28
/** The name of the question: a pointer to where it stands. */
const ASKED = Buffer.of(0xc0, 12)

/**
 * A DNS server (RFC 1035, 4.1) that changes its answers as told: the Nth A question gets the Nth answer, and so does the Nth
 * AAAA question. `lookUp` gives null for names that do not exist. Port 0: any.
 */
export async function startDnsServer(lookUp: (name: string) => DnsName | null, port = 0): Promise<DnsServer> {
  const socket = createSocket('udp4')
  const asked = new Map<string, number>()
  socket.on('message', (query, peer) => {
    const { name, type, end } = question(query)
    const found = lookUp(name)
    const times = asked.get(`${name} ${type}`) ?? 0
    asked.set(`${name} ${type}`, times + 1)
    const { instead } = found ?? {}
    if (instead === 'silence') return
    if (instead === 'garbage') return socket.send(Buffer.alloc(400, 0xff), peer.port, peer.address)
    const records = instead === undefined && found !== null ? recordsOf(found, type, times) : []
    const header = Buffer.alloc(12)
    query.copy(header, 0, 0, 2)
    header.writeUInt16BE(0x8180 | (instead ?? (found ? 0 : 3)), 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(records.length, 6)
    socket.send(Buffer.concat([header, query.subarray(12, end), ...records]), peer.port, peer.address)
  })
  await new Promise<void>((resolve) => socket.bind(port, '127.0.0.1', resolve))
  return {
    port: socket.address().port,
    forget: () => asked.clear(),
    close: () => new Promise((resolve) => socket.close(resolve)),
  }
}

function recordsOf({ answers = [], alias, nameServers = [], mail = [] }: DnsName, type: number, times: number) {
  const owner = alias ? encodeName(alias) : ASKED
  const addresses = answers[Math.min(times, answers.length - 1)] ?? []
  const contents: Record<number, Buffer[]> = {
    [A]: addresses.filter((address) => !isIPv6(address)).map(encodeAddress),
    [AAAA]: addresses.filter(isIPv6).map(encodeAddress),
    [NS]: nameServers.map(encodeName),
    [MX]: mail.map((name) => Buffer.concat([Buffer.of(0, 10), encodeName(name)])),
  }
  const records = (contents[type] ?? []).map((content) => record(owner, type, content))
  return alias ? [record(ASKED, CNAME, owner), ...records] : records
}

function question(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length).toLowerCase())
    at += 1 + length
  }
  return { name: labels.join('.'), type: query.readUInt16BE(at + 1), end: at + 5 }
}

/** Kept for 0 s. */
function record(owner: Buffer, type: number, content: Buffer): Buffer {
  return Buffer.concat([owner, Buffer.from([0, type, 0, 1, 0, 0, 0, 0, 0, content.length]), content])
}

function encodeAddress(address: string): Buffer {
  return Buffer.from(ipaddr.parse(address).toByteArray())
}

function encodeName(name: string): Buffer {
  const labels = name.split('.').filter((label) => label !== '')
  return Buffer.concat([
    ...labels.map((label) => Buffer.from([label.length, ...Buffer.from(label, 'latin1')])),
    Buffer.of(0),
  ])
}
