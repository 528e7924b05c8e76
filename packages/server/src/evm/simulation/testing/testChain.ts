import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Hex } from '@redoubt/risk/address.ts'
import { anvilBinary, contained } from '../engine/launcher.ts'

/** A real, plain anvil as the upstream of a test. */
export type TestChain = {
  url: string
  rpc(method: string, params?: unknown[]): Promise<unknown>
  /** Puts code at an address and ether on it, then mines so that the head has them. */
  place(
    accounts: Record<Hex, { code?: Hex; balance?: bigint; storage?: Record<Hex, Hex>; nonce?: number }>,
  ): Promise<void>
  close(): Promise<void>
}

export async function startTestChain(options: { chainId?: number; timestamp?: number } = {}): Promise<TestChain> {
  const folder = await mkdtemp(join(tmpdir(), 'redoubt-test-'))
  const http = createOperatorFetch()
  const flags = ['--port', '0', '--accounts', '1', '--no-mining', '--auto-impersonate', '--cache-path', folder]
  const chain = ['--chain-id', String(options.chainId ?? 1), '--timestamp', String(options.timestamp ?? 1_780_000_000)]
  const { file, args } = contained(anvilBinary(), 8 * 1024 ** 3)
  const child = spawn(file, [...args, ...flags, ...chain], {
    cwd: folder,
    env: { HOME: folder, TOKIO_WORKER_THREADS: '1' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  const port = await new Promise<string>((resolve, reject) => {
    child.once('error', reject)
    child.stdout.on('data', (chunk: Buffer) => {
      const match = /Listening on [\d.]+:(\d+)/.exec(chunk.toString())
      if (match?.[1]) resolve(match[1])
    })
  })
  const url = `http://127.0.0.1:${port}`
  async function rpc(method: string, params: unknown[] = []): Promise<unknown> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const headers = { 'content-type': 'application/json' }
    const response = await http.fetch({ url, method: 'POST', headers, body, deadlineMs: 10_000, maxBytes: 1e8 })
    const answer = JSON.parse(response.body.toString())
    if (answer.error) throw new Error(`${method}: ${answer.error.message}`)
    return answer.result
  }
  return {
    url,
    rpc,
    async place(accounts) {
      for (const [address, { code, balance, storage, nonce }] of Object.entries(accounts)) {
        if (code !== undefined) await rpc('anvil_setCode', [address, code])
        if (balance !== undefined) await rpc('anvil_setBalance', [address, `0x${balance.toString(16)}`])
        if (nonce !== undefined) await rpc('anvil_setNonce', [address, `0x${nonce.toString(16)}`])
        for (const [slot, value] of Object.entries(storage ?? {}))
          await rpc('anvil_setStorageAt', [address, `0x${BigInt(slot).toString(16).padStart(64, '0')}`, value])
      }
      await rpc('evm_mine')
    },
    async close() {
      child.kill('SIGKILL')
      await exited
      await http.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** What a proxy does with one HTTP request: an answer of its own, the upstream's possibly changed, or `hang`. */
export type ProxyRule = (
  body: unknown,
  forward: () => Promise<unknown>,
) => Promise<{ status?: number; answer: unknown } | 'hang'>

/** A JSON-RPC proxy in front of a test chain that counts its HTTP requests and may misbehave. */
export type TestProxy = {
  url: string
  /** Parsed bodies of all HTTP requests so far: an array for a batch. */
  requests: unknown[]
  rule: ProxyRule | null
  close(): Promise<void>
}

export async function startTestProxy(upstream: string, delayMs = 0): Promise<TestProxy> {
  const http = createOperatorFetch()
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    const body: unknown = JSON.parse(text)
    proxy.requests.push(body)
    const forward = async () => {
      const headers = { 'content-type': 'application/json' }
      const sent = { url: upstream, method: 'POST' as const, headers, body: text, deadlineMs: 10_000, maxBytes: 1e8 }
      if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs))
      return JSON.parse((await http.fetch(sent)).body.toString()) as unknown
    }
    const answered: Awaited<ReturnType<ProxyRule>> = await (proxy.rule
      ? proxy.rule(body, forward)
      : forward().then((answer) => ({ answer }))
    ).catch(() => 'hang' as const)
    if (answered === 'hang') return
    response
      .writeHead(answered.status ?? 200, { 'content-type': 'application/json' })
      .end(JSON.stringify(answered.answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const proxy: TestProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    rule: null,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await http.close()
    },
  }
  return proxy
}
