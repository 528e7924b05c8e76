import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { type BrotliCompress, createBrotliCompress, createDeflate, createGzip, type Gzip, gzipSync } from 'node:zlib'

/** What a hostile server does with a connection once it has read the head of a request, by path. */
export type Behaviour = (socket: Socket) => void | Promise<void>

const MIB = 2 ** 20
const OK = 'HTTP/1.1 200 OK\r\n'
const CHUNKED = `${OK}transfer-encoding: chunked\r\n\r\n`
const ZEROS = Buffer.alloc(MIB)

/** Content codings of 1 GiB of zeros. */
async function bombs(): Promise<Record<'gzip' | 'deflate' | 'br', Buffer>> {
  const compress = async (coder: Gzip | BrotliCompress) =>
    Buffer.concat(await Readable.from(repeated(ZEROS, 1_024)).pipe(coder).toArray())
  const [gzip, deflate, br] = await Promise.all([createGzip(), createDeflate(), createBrotliCompress()].map(compress))
  return { gzip: gzip ?? ZEROS, deflate: deflate ?? ZEROS, br: br ?? ZEROS }
}

function* repeated(piece: Buffer, times: number): Generator<Buffer> {
  for (let index = 0; index < times; index++) yield piece
}

/** Every way to be a bad server, over HTTP/1.1 written by hand. */
export async function behaviours(): Promise<Record<string, Behaviour>> {
  const { gzip, deflate, br } = await bombs()
  const emptyMember = gzipSync('')
  const emptyBlocks = Buffer.concat(Array(10_000).fill(Buffer.from('000000ffff', 'hex')))
  const gzipHeader = gzipSync('').subarray(0, 10)
  const coded = (coding: string, body: Buffer) => answer(`content-encoding: ${coding}\r\n`, body)
  return {
    ok: answer('', Buffer.from('ok')),
    'honest-page': sent(`${OK}connection: close\r\ncontent-length: ${MIB}\r\n\r\n`, ZEROS, 1),
    'honest-script': answer('connection: close\r\n', ZEROS.subarray(0, MIB / 2)),
    'honest-small': sent(`${OK}connection: close\r\ncontent-length: ${8 * MIB}\r\n\r\n`, ZEROS, 8),
    'honest-large': sent(`${OK}connection: close\r\ncontent-length: ${256 * MIB}\r\n\r\n`, ZEROS, 256),
    gzip: coded('gzip', gzip),
    deflate: coded('deflate', deflate),
    brotli: coded('br', br),
    'gzip-members': endless(`${OK}content-encoding: gzip\r\n\r\n`, gzip),
    'gzip-empty-members': endless(`${OK}content-encoding: gzip\r\n\r\n`, Buffer.concat(Array(1_000).fill(emptyMember))),
    'gzip-empty-blocks': endless(`${OK}content-encoding: gzip\r\n\r\n`, emptyBlocks, gzipHeader),
    'two-codings': coded('gzip, gzip', gzipSync(gzip)),
    'thousand-codings': coded(Array(1_000).fill('gzip').join(','), gzip),
    'two-coding-headers': answer('content-encoding: gzip\r\ncontent-encoding: br\r\n', gzip),
    'unknown-coding': coded('zstd', gzip),
    'not-gzip': coded('gzip', Buffer.from('this is no gzip')),
    'cut-gzip': coded('gzip', gzip.subarray(0, 100)),
    'nothing-as-gzip': coded('gzip', Buffer.alloc(0)),
    'gzip-in-gzip': coded('gzip', gzipSync(gzip)),
    'infinite-body': endless(`${OK}\r\n`, ZEROS),
    'infinite-chunks': endless(CHUNKED, Buffer.concat([Buffer.from('100000\r\n'), ZEROS, Buffer.from('\r\n')])),
    'infinite-chunk-extension': endless(`${CHUNKED}1;`, Buffer.alloc(MIB, 'a')),
    'infinite-trailers': endless(`${CHUNKED}0\r\n`, Buffer.from('a: b\r\n'.repeat(10_000))),
    'two-gigabytes': endless(`${OK}content-length: ${2 ** 31}\r\n\r\n`, ZEROS),
    'one-gigabyte-in-pieces': sent(
      CHUNKED,
      Buffer.concat([Buffer.from('100000\r\n'), ZEROS, Buffer.from('\r\n')]),
      1_024,
    ),
    'drip-body': drip(`${OK}content-length: 100000\r\n\r\n`, 'a'),
    'drip-chunks': drip(CHUNKED, '1\r\na\r\n'),
    'drip-headers': drip(OK, 'a: b\r\n'),
    'drip-status': drip('', 'H'),
    'drip-informational': drip('', 'HTTP/1.1 103 Early Hints\r\n\r\n'),
    silent: () => undefined,
    'infinite-informational': endless('', Buffer.from('HTTP/1.1 100 Continue\r\n\r\n'.repeat(10_000))),
    'one-huge-header': endless(`${OK}a: `, Buffer.alloc(MIB, 'a')),
    'million-headers': endless(OK, Buffer.from('a: b\r\n'.repeat(10_000))),
    'hundred-kilobytes-of-headers': (socket) => void socket.end(`${OK}${'a: b\r\n'.repeat(16_000)}\r\nok`),
    'infinite-status': endless('HTTP/1.1 200 ', Buffer.alloc(MIB, 'a')),
    'no-http': endless('', ZEROS),
    redirects: redirect(() => `/redirects?${Math.random()}`),
    'redirect-loop': redirect(() => '/redirect-loop'),
    'redirect-with-infinite-body': endless('HTTP/1.1 302 Found\r\nlocation: /ok\r\n\r\n', ZEROS),
    'redirect-nowhere': redirect(() => 'http://[/'),
    'redirect-to-metadata': redirect(() => 'http://169.254.169.254/latest/'),
    'length-too-long': (socket) => void socket.end(`${OK}content-length: 1000\r\n\r\nshort`),
    'length-too-short': endless(`${OK}content-length: 2\r\n\r\nok`, ZEROS),
    'negative-length': (socket) => void socket.end(`${OK}content-length: -1\r\n\r\nok`),
    'two-lengths': (socket) => void socket.end(`${OK}content-length: 2\r\ncontent-length: 3\r\n\r\nok`),
    'length-and-chunks': (socket) =>
      void socket.end(`${OK}content-length: 9\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n`),
    // Ends while the parser waits for us to read: in undici 7.30.2 an assertion that no request sees ended the process.
    'closes-while-we-read': (socket) =>
      void socket.end(`${OK}connection: close\r\ncontent-length: 65536\r\n\r\n${'a'.repeat(65_536)}`),
    'closes-in-the-middle': (socket) =>
      void socket.end(`${OK}connection: close\r\ncontent-length: 65536\r\n\r\n${'a'.repeat(65_535)}`),
    'closes-in-a-chunk': (socket) =>
      void socket.end(`${OK}connection: close\r\ntransfer-encoding: chunked\r\n\r\n10000\r\n${'a'.repeat(65_536)}`),
    'closes-at-once': (socket) => void socket.end(),
    'resets-at-once': (socket) => void socket.resetAndDestroy(),
    'resets-in-the-middle': (socket) =>
      void socket.write(`${OK}content-length: 9\r\n\r\nok`, () => socket.resetAndDestroy()),
  }
}

function answer(headers: string, body: Buffer): Behaviour {
  return sent(`${OK}content-length: ${body.length}\r\n${headers}\r\n`, body, 1)
}

function sent(head: string, piece: Buffer, times: number): Behaviour {
  return (socket) => {
    socket.write(head)
    Readable.from(repeated(piece, times)).pipe(socket)
  }
}

function endless(head: string, piece: Buffer, first = Buffer.alloc(0)): Behaviour {
  return (socket) => {
    socket.write(Buffer.concat([Buffer.from(head), first]))
    Readable.from(repeated(piece, Number.POSITIVE_INFINITY)).pipe(socket)
  }
}

function drip(head: string, piece: string): Behaviour {
  return (socket) => {
    socket.write(head)
    const timer = setInterval(() => socket.write(piece), 20)
    socket.once('close', () => clearInterval(timer))
  }
}

function redirect(to: () => string): Behaviour {
  return (socket) => void socket.end(`HTTP/1.1 302 Found\r\nlocation: ${to()}\r\ncontent-length: 0\r\n\r\n`)
}
