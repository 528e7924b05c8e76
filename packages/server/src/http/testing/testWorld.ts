import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { Writable } from 'node:stream'
import type { Role } from '../../domain/member.ts'
import { ApiError } from '../../errors.ts'
import type { Siblings } from '../../lib/siblings.ts'
import type { UntypedJson } from '../../testing/untypedJson.ts'
import type { SentTransactionResult } from '../../usecases/scans/transaction/scanSentTransaction.ts'
import type { TransactionScanInput, TransactionScanResult } from '../../usecases/scans/transaction/scanTransaction.ts'
import type { App } from '../context.ts'
import type { HttpPorts, ScanContext } from '../ports.ts'
import { createServer } from '../server.ts'
import { CONTRACT_RESULT } from './testContract.ts'
import { MESSAGE_RESULT } from './testMessage.ts'
import { createTestStorage, type TestStorage } from './testPorts.ts'
import { RESCUE_RESULT } from './testRescue.ts'
import { REVOKE_RESULT } from './testRevoke.ts'
import { testRisk } from './testRisk.ts'
import { URL_RESULT } from './testUrl.ts'
import { VERIFY_RESULT, WALLET_RESULT } from './testWallet.ts'
import { WALLET_APPROVALS_RESULT } from './testWalletApprovals.ts'
import { WALLET_PERMISSIONS_RESULT } from './testWalletPermissions.ts'
import { WALLET_PROFILE_RESULT } from './testWalletProfile.ts'

export type Answer = {
  status: number
  headers: Headers
  text: string
  /** The parsed body; null when it is not JSON. */
  json: UntypedJson
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
  addKey: (key?: Parameters<TestStorage['addKey']>[0]) => Promise<string>
  /** Signs a new member in, by a link: as a browser with its cookie and token. By default an owner of `account-1`. */
  signIn(member?: { accountId?: string; role?: Role; name?: string }): Promise<TestBrowser>
  call(method: string, path: string, call?: Call): Promise<Answer>
  /** Sends bytes as they are and answers everything received until the server hangs up. */
  raw(bytes: string): Promise<string>
}

/** A page of the service in a browser that is signed in. */
export type TestBrowser = {
  memberId: string
  name: string
  cookie: string
  csrfToken: string
  /** What its own pages send. */
  headers: Record<string, string>
  call(method: string, path: string, call?: Call): Promise<Answer>
}

export type TestScan = (input: TransactionScanInput, context: ScanContext) => Promise<TransactionScanResult>

export async function startTestWorld(
  options: {
    scan?: TestScan
    contract?: HttpPorts['scans']['contract']
    url?: HttpPorts['scans']['url']
    wallet?: HttpPorts['scans']['wallet']
    profile?: HttpPorts['wallets']['profile']
    /** What becomes of what goes wrong beside a score; default: it fails the test. */
    onProblem?: (error: unknown) => void
    ports?: Partial<HttpPorts>
    /** Longest silence of a stream of events, in milliseconds. */
    heartbeatMs?: number
    siblings?: Siblings
    trustedProxies?: readonly string[]
    publicOrigin?: string
    dashboardFolder?: string
    extend?: (server: App) => void
  } = {},
): Promise<TestWorld> {
  const clock = { now: Date.UTC(2026, 10, 21, 12) }
  const storage = await createTestStorage(() => clock.now)
  const log: string[] = []
  const scans: HttpPorts['scans'] = {
    transaction: options.scan ?? (async () => RESULT),
    sentTransaction: async ({ hash }) => {
      if (/^0x0*$/.test(hash)) throw new ApiError('NOT_FOUND', { detail: `No transaction ${hash} is known.` })
      return { ...RESULT, transaction: { ...SENT, hash } }
    },
    intent: async () => ({
      judged: { inside: true, outside: null, bounds: [], unknown: [] },
      scan: RESULT,
      runs: ['main'],
    }),
    contract: options.contract ?? (async ({ chain }) => ({ ...CONTRACT_RESULT, chain })),
    message: async () => MESSAGE_RESULT,
    url: options.url ?? (async () => URL_RESULT),
    wallet: options.wallet ?? (async ({ spelling, chain }) => ({ ...WALLET_RESULT, address: spelling.spelled, chain })),
  }
  const ports: HttpPorts = {
    ...storage,
    scans,
    risk: testRisk(scans, storage.scores, { now: () => clock.now, onProblem: options.onProblem ?? rethrow }),
    wallets: {
      verify: async ({ spelling, chain }) => ({ ...VERIFY_RESULT, address: spelling.spelled, chain }),
      approvals: async () => WALLET_APPROVALS_RESULT,
      rescue: async () => RESCUE_RESULT,
      permissions: async () => WALLET_PERMISSIONS_RESULT,
      revoke: async () => REVOKE_RESULT,
      profile: options.profile ?? (async () => WALLET_PROFILE_RESULT),
    },
    readiness: async () => ({ store: null }),
    networkReadiness: async () => [],
    ...options.ports,
  }
  const server = createServer(ports, {
    logLevel: 'debug',
    ...(options.heartbeatMs !== undefined && { heartbeatMs: options.heartbeatMs }),
    ...(options.siblings && { siblings: options.siblings }),
    ...(options.trustedProxies && { trustedProxies: options.trustedProxies }),
    ...(options.publicOrigin !== undefined && { publicOrigin: options.publicOrigin }),
    // Whether the app was built on this machine must not matter.
    dashboardFolder: options.dashboardFolder ?? '/dev/null',
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
    addKey: async (key) => (await storage.addKey(key)).token,
    call: (method, path, call) => send(url, method, path, call),
    signIn: (member) => signInTo(url, storage, clock, member),
    raw: (bytes) => sendRaw(port, bytes),
    [Symbol.asyncDispose]: async () => {
      server.server.closeAllConnections()
      await server.close()
      await storage.store.close()
    },
  }
}

async function signInTo(
  url: string,
  storage: TestStorage,
  clock: { now: number },
  {
    accountId = 'account-1',
    role = 'owner',
    name = `member ${++named}`,
  }: { accountId?: string; role?: Role; name?: string } = {},
): Promise<TestBrowser> {
  const { store } = storage
  if ((await store.accounts.find(accountId)) === null) await storage.addKey({ accountId })
  const { now } = clock
  const { id } = await store.members.create({ accountId, name, role, now })
  const token = await store.oneTimeTokens.create({ purpose: 'link', memberId: id, expiresAt: null, now })
  const signedIn = await send(url, 'POST', '/v1/session/link', { body: { token }, headers: { origin: url } })
  const cookie = cookieOf(signedIn)
  const { csrfToken } = signedIn.json.data
  const headers = { cookie, 'x-csrf-token': csrfToken, origin: url }
  return {
    memberId: id,
    name,
    cookie,
    csrfToken,
    headers,
    call: (method, path, call = {}) => send(url, method, path, { ...call, headers: { ...headers, ...call.headers } }),
  }
}

let named = 0

/** What a browser sends back of an answer's `Set-Cookie`. */
export function cookieOf({ headers }: Answer): string {
  return (headers.get('set-cookie') ?? '').split(';')[0] ?? ''
}

function rethrow(error: unknown): never {
  throw error
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
const SENT: SentTransactionResult['transaction'] = {
  hash: '0x',
  chain: 'ethereum',
  status: 'mined',
  blockNumber: '7',
  transactionIndex: 0,
  from: '0x1111111111111111111111111111111111111111',
  to: null,
  success: true,
  gasUsed: '21000',
  source: 'trace',
}

export const RESULT: TransactionScanResult = {
  riskScore: 72,
  riskLevel: 'high',
  confidence: 0.9,
  decoded: {
    functionName: 'approve',
    signature: 'approve(address spender,uint256 amount)',
    parameters: [{ name: 'amount', type: 'uint256', value: '1', display: '0.000001 USDC', label: null }],
    intent: 'Approve',
    interpolatedIntent: 'Approve 0.000001 USDC',
    contractName: 'USDC',
    abi: 'known',
    fields: [{ label: 'Amount', value: '0.000001 USDC' }],
    calls: [
      {
        to: null,
        functionName: 'Contract creation',
        signature: null,
        parameters: [],
        intent: null,
        interpolatedIntent: null,
        contractName: 'New contract',
        abi: null,
        fields: [],
      },
    ],
  },
  digests: { calldataDigest: `0x${'c1'.repeat(32)}`, calls: [`0x${'c2'.repeat(32)}`, null] },
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
    besidesGas: null,
    dataFee: null,
    revertReason: null,
    toppedUp: false,
    truncated: false,
    created: null,
    operation: null,
    calls: null,
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
        symbol: 'Unknown symbol',
        standard: 'erc20',
        owner: TRANSACTION.from,
        spender: TRANSACTION.to,
        spenderLabel: 'Unlabelled contract',
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
        better: false,
        newLoss: false,
      },
    ],
    environmentCost: { runs: 1, gasUsed: '46000', leftOut: [{ name: 'other builder', reason: 'nothing-reads-it' }] },
    environmentBranches: [{ contract: TRANSACTION.to, opcodes: ['COINBASE'], tried: true }],
    validity: null,
  },
  origin: {
    url: 'https://evil.example/claim',
    host: 'evil.example',
    listed: [
      {
        label: 'phishing',
        name: null,
        source: 'Phishing sites',
        listedSince: '2026-11-01',
        matched: 'evil.example',
      },
    ],
    official: null,
    lexical: 0.97,
    likenesses: [{ brand: 'Uniswap', domain: 'uniswap.org', how: 'combo', matched: 'uniswap-claim', ambiguous: false }],
    scanned: { url: 'https://evil.example/', riskScore: 95, riskLevel: 'critical', date: '2026-11-01' },
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
