import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address } from '@redoubt/risk/address.ts'
import { anvilBinary } from '../../src/evm/simulation/engine/launcher.ts'
import { nodeRpc } from '../../src/sandbox/nodeRpc.ts'
import { randomOf } from '../randomOf.ts'
import type { Lie } from './lies.ts'

/** An endpoint that lies; without a lie, an honest one. */
export type LyingNode = { url: string; close(): Promise<void> }

type Call = { id: number; method: string; params: unknown[] }
type Reply = { id: number; result?: unknown; error?: unknown }

const BLOCK_SECONDS = 12
/** Of an answer that drips. */
const PIECES = 20
/** Methods that read state, by the place of their block parameter. */
const OF_STATE: Readonly<Record<string, number>> = {
  eth_getCode: 1,
  eth_getBalance: 1,
  eth_getTransactionCount: 1,
  eth_getStorageAt: 2,
  eth_call: 1,
  eth_createAccessList: 1,
  debug_traceCall: 1,
  eth_estimateGas: 1,
}

/** Starts a real fork of the honest node where state is to be changed, behind a proxy that tells the honest block hashes. */
export async function startLyingNode(
  honestUrl: string,
  lie: Lie | null,
  about: { contracts: readonly Address[]; people: readonly Address[]; folder: string; proofs: boolean },
): Promise<LyingNode> {
  const http = createOperatorFetch()
  const random = randomOf(1)
  const honest = nodeRpc(honestUrl, http)
  const fork = lie?.tamper || lie?.ownBlocks ? await startFork(honestUrl, about.folder) : null
  const forkRpc = fork && nodeRpc(fork.url, http)
  if (forkRpc) {
    await lie?.tamper?.(forkRpc, honest, about)
    const head = (await honest('eth_getBlockByNumber', ['latest', false])) as { timestamp: string }
    for (let block = 1; block <= (lie?.ownBlocks ?? 0); block++)
      await forkRpc('evm_mine', [{ timestamp: Number(head.timestamp) + block * BLOCK_SECONDS }])
  }
  const send = async (url: string, body: unknown): Promise<unknown> => {
    const { body: answer } = await http.fetch({
      url,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      deadlineMs: 20_000,
      maxBytes: 2 ** 26,
    })
    return JSON.parse(answer.toString())
  }
  async function answer(call: Call): Promise<Reply> {
    const { id, method } = call
    if (method === 'eth_getProof' && !about.proofs)
      return { id, error: { code: -32_601, message: 'the method does not exist' } }
    if (method === 'eth_getLogs' && lie?.withoutLogs) return { id, result: [] }
    if (method === 'eth_getProof' && fork && lie?.forgedProofs)
      return (await send(fork.url, { ...call, params: [...call.params.slice(0, 2), 'latest'] })) as Reply
    const place = random(100) < (lie?.percent ?? 100) ? OF_STATE[method] : undefined
    if (fork && lie?.ownBlocks) return (await send(fork.url, call)) as Reply
    if (fork && place !== undefined) {
      // The tampered state is the newest; the past is told as it was.
      const params = [...call.params]
      const block = params[place]
      if (typeof block === 'object' || block === 'latest') params[place] = 'latest'
      return (await send(fork.url, { ...call, params })) as Reply
    }
    if (lie?.lag && method === 'eth_getBlockByNumber') {
      const oldest = Number(await honest('eth_blockNumber', [])) - lie.lag
      const asked = call.params[0] === 'latest' ? oldest : Number(call.params[0])
      if (asked > oldest) return { id, result: null }
      return (await send(honestUrl, { ...call, params: [`0x${asked.toString(16)}`, ...call.params.slice(1)] })) as Reply
    }
    return (await send(honestUrl, call)) as Reply
  }
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Call | Call[]
    const replies = await Promise.all([body].flat().map(answer))
    const all = replies.map((reply) => ({ jsonrpc: '2.0', ...reply }))
    const text = JSON.stringify(Array.isArray(body) ? all : all[0])
    if (lie?.dripMs === undefined) return void response.end(text)
    const size = Math.ceil(text.length / PIECES)
    for (let at = 0; at < text.length; at += size) {
      response.write(text.slice(at, at + size))
      await setTimeout(lie.dripMs)
    }
    response.end()
  }
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await fork?.close()
      await http.close()
    },
  }
}

async function startFork(url: string, folder: string): Promise<{ url: string; close(): Promise<void> }> {
  const flags = ['--fork-url', url, '--port', '0', '--no-mining', '--auto-impersonate', '--accounts', '0']
  const more = ['--hardfork', 'osaka', '--no-storage-caching', '--no-rate-limit', '--cache-path', folder]
  const child = spawn(anvilBinary(), [...flags, ...more], {
    cwd: folder,
    env: { HOME: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const port = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error('the fork did not start')))
    child.stdout.on('data', (chunk: Buffer) => {
      const found = /Listening on [\d.]+:(\d+)/.exec(chunk.toString())
      if (found?.[1]) resolve(found[1])
    })
  })
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      child.kill('SIGKILL')
      await exited
    },
  }
}
