import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { Writable } from 'node:stream'
import type { TransactionScanInput, TransactionScanResult } from '../scans/scanTransaction.ts'
import type { App } from './context.ts'
import type { ApiKey, HttpPorts, ScanContext } from './ports.ts'
import { createServer } from './server.ts'
import { CONTRACT_RESULT } from './testContract.ts'
import { createTestStorage, type TestStorage } from './testPorts.ts'

export type Answer = {
  status: number
  headers: Headers
  text: string
  /** The parsed body; null when it is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers the way a client without types does
  json: any
}
export type Call = { key?: string | null; body?: unknown; raw?: string | Uint8Array; headers?: Record<string, string> }

/** A listening server over storage in memory, and a scan that answers a constant: only the edge is under test. */
export type TestWorld = AsyncDisposable & {
  url: string
  port: number
  server: App
  storage: TestStorage
  ports: HttpPorts
  /** Every log line so far. */
  log: string[]
  /** Unix milliseconds of the server; set it to travel. */
  clock: { now: number }
  addKey(key?: Partial<ApiKey>): string
  call(method: string, path: string, call?: Call): Promise<Answer>
  /** Sends bytes as they are and answers everything received until the server hangs up. */
  raw(bytes: string): Promise<string>
}

export type TestScan = (input: TransactionScanInput, context: ScanContext) => Promise<TransactionScanResult>

export async function startTestWorld(
  options: {
    scan?: TestScan
    contract?: HttpPorts['scans']['contract']
    ports?: Partial<HttpPorts>
    extend?: (server: App) => void
  } = {},
): Promise<TestWorld> {
  const clock = { now: Date.UTC(2026, 10, 21, 12) }
  const storage = createTestStorage(() => clock.now)
  const log: string[] = []
  const ports: HttpPorts = {
    ...storage,
    scans: {
      transaction: options.scan ?? (async () => RESULT),
      contract: options.contract ?? (async () => CONTRACT_RESULT),
    },
    readiness: async () => ({ store: null }),
    ...options.ports,
  }
  const server = createServer(ports, {
    logLevel: 'debug',
    now: () => clock.now,
    logStream: new Writable({
      write(chunk, _encoding, done) {
        log.push(String(chunk))
        done()
      },
    }),
  })
  options.extend?.(server)
  const url = await server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.server.address() as AddressInfo
  return {
    url,
    port,
    server,
    storage,
    ports,
    log,
    clock,
    addKey: (key) => storage.addKey(key).token,
    call: (method, path, call) => send(url, method, path, call),
    raw: (bytes) => sendRaw(port, bytes),
    [Symbol.asyncDispose]: async () => {
      server.server.closeAllConnections()
      await server.close()
    },
  }
}

async function send(
  url: string,
  method: string,
  path: string,
  { key, body, raw, headers }: Call = {},
): Promise<Answer> {
  const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body))
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(key && { authorization: `Bearer ${key}` }),
      ...(payload !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(payload !== undefined && { body: payload as never }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') && text !== ''
  return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : null }
}

async function sendRaw(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.setEncoding('utf8').on('data', (text) => {
    received += text
  })
  // A server that hangs up while we still send resets the connection; what it had answered counts.
  socket.on('error', () => undefined)
  socket.write(bytes)
  await once(socket, 'close')
  return received
}

/** A body that POST /v1/scan/transaction accepts. */
export const TRANSACTION = {
  from: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
  to: '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D',
  value: '1000000000000000000',
}

/** What the scan of the test world answers: every member of the contract, with evidence of its own kind. */
export const RESULT: TransactionScanResult = {
  riskScore: 72,
  riskLevel: 'high',
  confidence: 0.9,
  decoded: {
    functionName: 'approve',
    signature: 'approve(address spender,uint256 amount)',
    parameters: [{ name: 'amount', type: 'uint256', value: '1' }],
    calls: [{ to: null, functionName: null, signature: null, parameters: [] }],
  },
  explanation: {
    summary: 'You allow a stranger to spend.',
    details: '…',
    warnings: ['Reject it.'],
    source: 'template',
  },
  simulation: {
    success: true,
    outcome: 'succeeded',
    gasUsed: '46000',
    revertReason: null,
    toppedUp: false,
    truncated: false,
    created: null,
    balanceChanges: [
      {
        asset: 'ETH',
        before: '2',
        after: '1',
        change: '-1',
        assetType: 'native',
        address: null,
        tokenId: null,
        account: TRANSACTION.from,
        changeUsd: null,
        priceSource: null,
      },
    ],
    approvalChanges: [
      {
        token: TRANSACTION.to,
        symbol: null,
        standard: 'erc20',
        owner: TRANSACTION.from,
        spender: TRANSACTION.to,
        spenderLabel: null,
        before: '0',
        after: 'unlimited',
        unlimited: true,
        riskLevel: 'high',
      },
    ],
    environments: [
      {
        name: 'next day',
        kind: 'later',
        varies: ['timestamp'],
        success: true,
        gasUsed: '46000',
        sameOutcome: true,
        worse: false,
      },
    ],
  },
  warnings: [
    {
      id: 'unlimited-approval',
      severity: 'high',
      title: 'Unlimited approval',
      description: 'It never ends.',
      impact: 60,
      evidence: { spender: TRANSACTION.to, memberOfItsOwn: ['a', 'b'], nothing: null },
    },
  ],
  recommendation: 'CAUTION',
  complete: true,
  unknown: [],
  unavailable: [],
  blockNumber: '100',
  blockHash: `0x${'ab'.repeat(32)}`,
  rulesetVersion: '1',
  intelAsOf: '2026-11-01',
}
