import { createSocket } from 'node:dgram'
import { isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Addresses of a name, one list per question, the last for ever; and the name it is an alias of. */
export type DnsName = { answers: string[][]; alias?: string }

const CNAME = 5
const AAAA = 28
/** The name of the question: a pointer to where it stands. */
const ASKED = Buffer.of(0xc0, 12)

/**
 * A DNS server for A and AAAA (RFC 1035, 4.1) that changes its answers as told: the Nth A question gets the Nth answer, and so
 * does the Nth AAAA question. `lookUp` gives null for names that do not exist.
 * Gives a function that forgets what was asked.
 */
export async function startDnsServer(lookUp: (name: string) => DnsName | null): Promise<() => void> {
  const socket = createSocket('udp4')
  const asked = new Map<string, number>()
  socket.on('message', (query, peer) => {
    const { name, type, end } = question(query)
    const found = lookUp(name)
    const times = asked.get(`${name} ${type}`) ?? 0
    asked.set(`${name} ${type}`, times + 1)
    const addresses = found?.answers[Math.min(times, found.answers.length - 1)] ?? []
    const owner = found?.alias ? encodeName(found.alias) : ASKED
    const records = addresses
      .filter((address) => isIPv6(address) === (type === AAAA))
      .map((address) => record(owner, type, Buffer.from(ipaddr.parse(address).toByteArray())))
    if (found?.alias) records.unshift(record(ASKED, CNAME, owner))
    const header = Buffer.from([
      ...query.subarray(0, 2),
      0x81,
      found ? 0x80 : 0x83,
      0,
      1,
      0,
      records.length,
      0,
      0,
      0,
      0,
    ])
    socket.send(Buffer.concat([header, query.subarray(12, end), ...records]), peer.port, peer.address)
  })
  await new Promise<void>((resolve) => socket.bind(53, '127.0.0.1', resolve))
  return () => asked.clear()
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

function encodeName(name: string): Buffer {
  return Buffer.concat([
    ...name.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)])),
    Buffer.of(0),
  ])
}
