import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener, request, type Server } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net'
import { afterEach, describe, it } from 'node:test'
import { createGuard } from './guard.ts'
import { type GuardedProxy, startProxy } from './proxy.ts'
import type { ProxyLimits } from './proxyLedger.ts'

const LIMITS: ProxyLimits = { connectionMs: 20_000, connectionBytes: 1_000_000, totalBytes: 2_000_000, connections: 50 }

const endings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

async function serve(server: Server | ReturnType<typeof createTcpServer>): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  endings.push(async () => {
    if ('closeAllConnections' in server) server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

/** A proxy that may reach `localhost` at the given port. */
async function proxyTo(port: number, limits: Partial<ProxyLimits> = {}, connectTo?: ReadonlyMap<string, string>) {
  const guard = createGuard({ allow: [`localhost:${port}`], ...(connectTo && { connectTo }) })
  const proxy = await startProxy(guard, { ...LIMITS, ...limits })
  endings.push(() => proxy.close())
  return proxy
}

type Answer = { status: number; headers: Record<string, unknown>; body: string }

/** Asks the proxy for a URL, as a browser does for http. */
async function ask(
  proxy: GuardedProxy,
  url: string,
  options: { method?: string; body?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const { hostname, port } = new URL(proxy.url)
  const asked = request({
    hostname,
    port,
    path: url,
    method: options.method ?? 'GET',
    headers: { host: new URL(url).host, ...options.headers },
  })
  if (options.body !== undefined) asked.write(options.body)
  asked.end()
  const [answer] = await once(asked, 'response')
  let body = ''
  for await (const chunk of answer) body += chunk
  return { status: answer.statusCode, headers: answer.headers, body }
}

/** Asks for a tunnel, as a browser does for https and WebSockets. */
async function tunnel(proxy: GuardedProxy, authority: string): Promise<{ head: string; socket: Socket }> {
  const { hostname, port } = new URL(proxy.url)
  const socket = connect(Number(port), hostname)
  endings.push(async () => socket.destroy())
  socket.on('error', () => undefined)
  socket.write(`CONNECT ${authority} HTTP/1.1\r\nhost: ${authority}\r\n\r\n`)
  const [head] = await once(socket, 'data')
  return { head: String(head), socket }
}

const echo: RequestListener = (asked, answer) => {
  answer.writeHead(201, {
    'x-method': asked.method,
    'set-cookie': ['a=1', 'b=2'],
    'x-seen': JSON.stringify(asked.headers),
  })
  asked.pipe(answer)
}

describe('startProxy', () => {
  it('forwards a request to an allowed host, and its answer unchanged', async () => {
    const port = await serve(createServer(echo))
    const proxy = await proxyTo(port)
    const answer = await ask(proxy, `http://localhost:${port}/path?query`, { method: 'PUT', body: 'hello' })
    assert.deepEqual([answer.status, answer.body, answer.headers['x-method']], [201, 'hello', 'PUT'])
    assert.deepEqual(answer.headers['set-cookie'], ['a=1', 'b=2'])
    assert.equal(JSON.parse(String(answer.headers['x-seen'])).host, `localhost:${port}`)
    assert.deepEqual(proxy.report(), { contacted: [`localhost:${port}`], refused: [], exhausted: null })
  })

  it('keeps to itself what a connection says of itself, on the way there and back', async () => {
    let seen: Record<string, unknown> = {}
    const port = await serve(
      createServer((asked, answer) => {
        seen = asked.headers
        answer.writeHead(200, { connection: 'X-Back, close', 'x-back': '1', 'x-stays': '2', 'keep-alive': 'timeout=5' })
        answer.end()
      }),
    )
    const proxy = await proxyTo(port)
    const answer = await ask(proxy, `http://localhost:${port}/`, {
      headers: {
        connection: 'x-mine, X-Other',
        'x-mine': '1',
        'x-other': '2',
        'x-kept': '3',
        te: 'trailers',
        'proxy-connection': 'close',
      },
    })
    assert.equal(seen['x-kept'], '3')
    for (const name of ['x-mine', 'x-other', 'te', 'proxy-connection']) assert.equal(seen[name], undefined, name)
    assert.deepEqual([answer.headers['x-stays'], answer.headers['x-back']], ['2', undefined])
  })

  it('sends a body where there is one, with a length or in chunks, and else none', async () => {
    const port = await serve(createServer(echo))
    const proxy = await proxyTo(port)
    const url = `http://localhost:${port}/`
    const bodyOf = async (options: Parameters<typeof ask>[2]) => {
      const { body, headers } = await ask(proxy, url, options)
      const { 'content-length': length, 'transfer-encoding': coding } = JSON.parse(String(headers['x-seen']))
      return [body, length !== undefined || coding !== undefined]
    }
    assert.deepEqual(await bodyOf({}), ['', false])
    assert.deepEqual(await bodyOf({ method: 'PUT', body: 'in chunks' }), ['in chunks', true])
    assert.deepEqual(await bodyOf({ method: 'POST', body: 'four', headers: { 'content-length': '4' } }), ['four', true])
  })

  it('has an address of loopback that cannot be guessed', async () => {
    const [one, other] = await Promise.all([proxyTo(1), proxyTo(1)])
    for (const { url } of [one, other]) assert.match(url, /^http:\/\/127\.\d+\.\d+\.\d+:\d+$/)
    if (process.platform === 'linux') assert.notEqual(new URL(one.url).hostname, new URL(other.url).hostname)
  })

  it('closes what asks to change the protocol, and what is no HTTP', async () => {
    const port = await serve(createServer(echo))
    const { hostname, port: at } = new URL((await proxyTo(port)).url)
    for (const said of [
      'GET / HTTP/1.1\r\nhost: h\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
      'nonsense\r\n\r\n',
    ]) {
      const socket = connect(Number(at), hostname)
      socket.write(said)
      await once(socket.resume(), 'close')
    }
  })

  it('carries bytes both ways through a tunnel, those that came with its head too', async () => {
    const port = await serve(createTcpServer((socket) => socket.pipe(socket).on('error', () => undefined)))
    const proxy = await proxyTo(port)
    const { head, socket } = await tunnel(proxy, `localhost:${port}`)
    assert.match(head, /^HTTP\/1\.1 200 /)
    socket.write('ping')
    assert.equal(String((await once(socket, 'data'))[0]), 'ping')
    socket.end()
    await once(socket, 'close')
    assert.deepEqual(proxy.report().contacted, [`localhost:${port}`])
  })

  it('refuses every other way to the same server, names it, and opens no connection', async () => {
    let connections = 0
    const server = createServer(echo).on('connection', () => connections++)
    const port = await serve(server)
    const proxy = await proxyTo(port)
    const hosts = ['127.0.0.1', '127.1', '2130706433', '0x7f.1', '0', '[::ffff:127.0.0.1]', '[::]', 'localhost.']
    for (const host of hosts) {
      assert.equal((await ask(proxy, `http://${host}:${port}/`)).status, 403, host)
      assert.match((await tunnel(proxy, `${host}:${port}`)).head, /^HTTP\/1\.1 403 /, host)
    }
    for (const other of ['169.254.169.254:80', '8.8.8.8:22', '[fe80::1]:443', 'localhost:22']) {
      assert.match((await tunnel(proxy, other)).head, /^HTTP\/1\.1 403 /, other)
    }
    assert.equal(connections, 0)
    const { contacted, refused } = proxy.report()
    assert.deepEqual(contacted, [])
    for (const host of ['169.254.169.254', '8.8.8.8:22', 'localhost:22'])
      assert.ok(
        refused.some((one) => one.startsWith(host)),
        host,
      )
  })

  it('reaches less than the guard allows where it is told so', async () => {
    const port = await serve(createServer(echo))
    const guard = createGuard({ allow: [`localhost:${port}`, `127.0.0.1:${port}`] })
    const proxy = await startProxy(guard, LIMITS, (hostname) => hostname === 'localhost')
    endings.push(() => proxy.close())
    assert.equal((await ask(proxy, `http://localhost:${port}/`)).status, 201)
    assert.equal((await ask(proxy, `http://127.0.0.1:${port}/`)).status, 403)
    assert.match((await tunnel(proxy, `127.0.0.1:${port}`)).head, /^HTTP\/1\.1 403 /)
    assert.deepEqual(proxy.report().refused, [`127.0.0.1:${port}`])
  })

  it('does not become its own target', async () => {
    const port = await serve(createServer(echo))
    const proxy = await proxyTo(port)
    assert.equal((await ask(proxy, `${proxy.url}/`)).status, 403)
  })

  it('answers what is no proxy request with a refusal', async () => {
    const port = await serve(createServer(echo))
    const proxy = await proxyTo(port)
    for (const url of ['https://localhost/', 'ftp://localhost/', 'file:///etc/passwd']) {
      assert.equal((await ask(proxy, url)).status, 403, url)
    }
    for (const authority of ['localhost', 'a@localhost:80', 'localhost:80/path', 'localhost:99999999', ':80']) {
      assert.doesNotMatch((await tunnel(proxy, authority)).head, /^HTTP\/1\.1 2/, authority)
    }
    assert.deepEqual(proxy.report().contacted, [])
  })

  it('knows our own sites by the names that the guard gives them', async () => {
    const port = await serve(createServer(echo))
    const names = new Map([
      ['shop.sandbox.test:80', `127.0.0.1:${port}`],
      ['shop.sandbox.test:443', `127.0.0.1:${port}`],
    ])
    const proxy = await proxyTo(1, {}, names)
    assert.equal((await ask(proxy, 'http://shop.sandbox.test/')).status, 201)
    assert.match((await tunnel(proxy, 'shop.sandbox.test:443')).head, /^HTTP\/1\.1 200 /)
    assert.deepEqual(proxy.report().contacted, ['shop.sandbox.test'])
  })

  it('says of a host that does not answer only that it was not reached', async () => {
    const closed = createTcpServer()
    const port = await serve(closed)
    closed.close()
    const proxy = await proxyTo(port)
    assert.equal((await ask(proxy, `http://localhost:${port}/`)).status, 502)
    assert.match((await tunnel(proxy, `localhost:${port}`)).head, /^HTTP\/1\.1 502 /)
    assert.deepEqual(proxy.report(), { contacted: [], refused: [], exhausted: null })
  })

  it('cuts an endless answer off, and then opens nothing more', async () => {
    const endless: RequestListener = (_, answer) => {
      const more = () => {
        while (!answer.destroyed && answer.write(Buffer.alloc(65_536)));
      }
      answer.on('drain', more)
      more()
    }
    const port = await serve(createServer(endless))
    const proxy = await proxyTo(port, { connectionBytes: 100_000 })
    await assert.rejects(ask(proxy, `http://localhost:${port}/`), /aborted|ECONNRESET/)
    assert.equal(proxy.report().exhausted, 'bytes')
    assert.equal((await ask(proxy, `http://localhost:${port}/`)).status, 503)
  })

  it('cuts a tunnel off at its bytes, and at its time', async () => {
    const port = await serve(createTcpServer((socket) => socket.pipe(socket).on('error', () => undefined)))
    const small = await proxyTo(port, { connectionBytes: 1_000 })
    const { socket } = await tunnel(small, `localhost:${port}`)
    socket.write(Buffer.alloc(5_000))
    await once(socket, 'close')
    assert.equal(small.report().exhausted, 'bytes')
    const short = await proxyTo(port, { connectionMs: 300 })
    await once((await tunnel(short, `localhost:${port}`)).socket, 'close')
  })

  it('survives a head that never ends', async () => {
    const port = await serve(
      createTcpServer((socket) => {
        socket.on('error', () => undefined).write(`HTTP/1.1 200 ${'a'.repeat(500_000)}`)
      }),
    )
    const proxy = await proxyTo(port)
    assert.equal((await ask(proxy, `http://localhost:${port}/`)).status, 502)
  })

  it('ends every connection when it is closed', async () => {
    const port = await serve(createTcpServer(() => undefined))
    const proxy = await startProxy(createGuard({ allow: [`localhost:${port}`] }), LIMITS)
    const { socket } = await tunnel(proxy, `localhost:${port}`)
    const closed = once(socket, 'close')
    await proxy.close()
    await closed
    await assert.rejects(tunnel(proxy, `localhost:${port}`))
  })
})
