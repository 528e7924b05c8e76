import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { Client as McpClient } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { createClient } from '@redoubt/client'
import { runCommand } from '../../../../cli/src/testing/runCommand.ts'
import { createMcpServer } from '../../../../mcp/src/createMcpServer.ts'
import { SCOPES } from '../../domain/apiKey.ts'
import type { Plan } from '../../domain/plan.ts'
import { ERRORS, type ErrorCode } from '../../errors.ts'
import { describeApi } from '../../http/openapi/describeApi.ts'
import { loadConformance } from '../../http/testing/testConformance.ts'
import { startAlteringProxy, USED_KEY } from '../../testing/contract/alteringProxy.ts'
import { callJavaScript, callPython, type Kept, type LibraryCall } from '../../testing/contract/libraries.ts'
import { OPERATIONS, type Operation } from '../../testing/contract/operations.ts'
import { quietApp } from '../../testing/quietApp.ts'

/** Codes that the real service is not brought to answer here, and why. */
const NOT_PRODUCED: Partial<Record<ErrorCode, string>> = {
  INTERNAL_ERROR: 'a defect: none is known that a request can reach; http/errors.e2e.ts throws one in a handler',
  STORAGE_FULL: 'needs root to mount a small disk: e2e/storageOutage.e2e.ts does, with both libraries',
  STORAGE_UNAVAILABLE: 'needs a database that can be cut off: e2e/storageOutage.e2e.ts does, with both libraries',
  SIGN_IN_REQUIRED: 'of sessions, which are a cookie of a browser: http/errors.e2e.ts',
  SIGN_IN_FAILED: 'of sessions: http/errors.e2e.ts',
  INSUFFICIENT_ROLE: 'of sessions: http/errors.e2e.ts',
  CROSS_ORIGIN_REFUSED: 'of sessions: http/errors.e2e.ts',
}

const OF_A_KEY = ['INVALID_API_KEY', 'EXPIRED_API_KEY', 'INSUFFICIENT_SCOPE', 'RATE_LIMIT_EXCEEDED'] as const
const OF_A_REQUEST = ['NOT_FOUND', 'METHOD_NOT_ALLOWED', 'VALIDATION_ERROR'] as const
const OF_A_BODY = ['UNSUPPORTED_MEDIA_TYPE', 'PAYLOAD_TOO_LARGE'] as const
const FREE_LIMIT = 60
/** More than is done while a Python starts. */
const BACKLOG = 48
const YESTERDAY = new Date(Date.now() - 86_400_000).toISOString()
const VICTIM = '0xC022C85bCe79a889068e142c337e7d8EC5BEa139'

const LIBRARIES = { JavaScript: callJavaScript, Python: callPython }
const pythonIsThere = spawnSync('python3', ['--version']).status === 0

// Each client × each endpoint × each error, answered by the real service; every answer is held to openapi.json.
describe('the contract of the clients', () => {
  let service: Awaited<ReturnType<typeof quietApp>>
  let proxy: Awaited<ReturnType<typeof startAlteringProxy>>
  let document: Awaited<ReturnType<typeof describeApi>>
  let conforms: Awaited<ReturnType<typeof loadConformance>>
  const keys: Record<string, string> = {}
  const produced = new Set<string>()
  /** Takes connections, and never answers. */
  const silent = createServer(() => undefined)

  before(async () => {
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    silent.unref()
    const { port } = silent.address() as { port: number }
    const env = { ETHEREUM_RPC_URLS: 'http://127.0.0.1:1/', BSC_RPC_URLS: `http://127.0.0.1:${port}/` }
    const admission = { atOnce: 1, atOnceWhenIdle: 1, waitShare: 1 }
    service = await quietApp('test', env, { admission, sandboxChains: ['ethereum'] })
    proxy = await startAlteringProxy(service.url)
    document = await describeApi()
    conforms = await loadConformance()
    keys.RATE_LIMIT_EXCEEDED = await addKey('free')
    keys.PLAN_REQUIRED = await addKey('free')
    keys.INSUFFICIENT_SCOPE = await addKey('enterprise', 'test', [])
    keys.INVALID_API_KEY = `svc_test_${'A'.repeat(32)}`
    keys.EXPIRED_API_KEY = await addKey('enterprise')
    const revoked = createClient({ baseUrl: service.url, apiKey: keys.EXPIRED_API_KEY })
    await revoked.keys.revoke((await revoked.keys.list()).keys[0]?.id ?? '')
    keys.live = await addKey('enterprise', 'live')
    keys.good = await addKey('enterprise')
    await raw('POST', '/v1/auth/keys', { name: 'used', scopes: ['scan:read'] }, { 'idempotency-key': USED_KEY })
  })
  after(async () => {
    await proxy?.[Symbol.asyncDispose]()
    await service?.app.close()
    silent.close()
  })

  async function addKey(plan: Plan, environment: 'live' | 'test' = 'test', scopes = [...SCOPES]): Promise<string> {
    const { accounts, keys } = service.app.store
    const { id: accountId } = await accounts.create({ name: randomUUID(), plan, operator: true })
    return (await keys.create({ accountId, name: 'k', scopes, environment })).token
  }

  function raw(method: string, path: string, body?: unknown, headers: Record<string, string> = {}, key = keys.good) {
    const content = { 'content-type': 'application/json' }
    return fetch(service.url + path, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body !== undefined && content), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  }

  /** The key is answered with 429 from then on, until a minute after its first request. */
  async function exhaust(key: string | undefined): Promise<void> {
    for (let sent = 0; sent <= FREE_LIMIT; sent++)
      if ((await raw('GET', '/v1/scans', undefined, {}, key)).status === 429) return
  }

  const operationOf = (id: string) => {
    for (const [path, methods] of Object.entries(document.paths))
      for (const [method, operation] of Object.entries(methods))
        if ((operation as { operationId?: string }).operationId === id) return { path, method, operation }
    throw new Error(`openapi.json has no ${id}`)
  }
  const isPublic = ({ id }: Operation) => operationOf(id).operation.security?.length === 0
  const takesBody = ({ id, args }: Operation) =>
    operationOf(id).operation.requestBody !== undefined && args.some((one) => typeof one === 'object')
  const isPaid = ({ id }: Operation) => /^\/v1\/(webhooks|monitors)/.test(operationOf(id).path)
  const creates = ({ id }: Operation) =>
    operationOf(id).method === 'post' &&
    operationOf(id).operation.responses['201'] !== undefined &&
    !operationOf(id).path.includes('{')
  const readsChain = ({ call, args }: Operation) =>
    /^(scan|wallet)\./.test(call) && call !== 'scan.url' && !args.includes('$hash')

  /** Every answer that went through since the last look fits the document. */
  function assertAnswersConform(): void {
    for (const { method, path, status, json } of proxy.exchanges.splice(0)) conforms(method, path, status, json)
  }

  test('the table has every operation of openapi.json that a key may call', () => {
    const all = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.values(methods)
        .filter(({ security = [] }) => !isOfBrowsers(path, security as object[]))
        .map((operation) => (operation as { operationId?: string }).operationId),
    )
    assert.ok(all.length > 60)
    assert.deepEqual([...new Set(OPERATIONS.map(({ id }) => id))].sort(), all.sort())
  })

  for (const [library, makeCalls] of Object.entries(LIBRARIES)) {
    const skip = library === 'Python' && !pythonIsThere ? 'there is no python3' : false

    /** Makes the calls, and demands the code of each. */
    const demand = async (
      operations: readonly Operation[],
      code: string,
      {
        route = code,
        key = keys.good ?? '',
        kept = { yesterday: YESTERDAY },
      }: { route?: string; key?: string; kept?: Kept } = {},
    ): Promise<void> => {
      const calls: LibraryCall[] = operations.map((one) => ({ ...one, base: proxy.base(`${route}.${library}`), key }))
      const outcomes = await makeCalls(calls, kept)
      assert.equal(outcomes.length, operations.length)
      for (const [index, outcome] of outcomes.entries()) {
        const { id, or } = operations[index] ?? assert.fail()
        if (code === 'OK' && outcome.code === or) continue
        assert.equal(outcome.code, code, `${library} ${id}`)
        if (code !== 'OK') assert.equal(outcome.status, ERRORS[code as ErrorCode].status, `${library} ${id}`)
      }
      produced.add(`${library} ${code}`)
      assertAnswersConform()
    }

    test(`${library}: every operation answers what openapi.json says`, { skip }, async () => {
      const kept = { hash: await minedHash(), yesterday: YESTERDAY }
      await demand(OPERATIONS, 'OK', { key: await addKey('enterprise'), kept })
    })

    test(`${library}: errors of a key, at every operation`, { skip }, async () => {
      const all = OPERATIONS.filter((one) => !isPublic(one))
      for (const code of OF_A_KEY) {
        // A stream that is refused for now is asked for again.
        const operations = code === 'RATE_LIMIT_EXCEEDED' ? all.filter(({ id }) => id !== 'streamEvents') : all
        // On a busy machine the minute passes while the operations are asked.
        const size = code === 'RATE_LIMIT_EXCEEDED' ? 12 : operations.length
        for (let at = 0; at < operations.length; at += size) {
          if (code === 'RATE_LIMIT_EXCEEDED') await exhaust(keys[code])
          await demand(operations.slice(at, at + size), code, { key: keys[code] ?? '' })
        }
      }
      await demand(all.filter(isPaid), 'PLAN_REQUIRED', { key: keys.PLAN_REQUIRED ?? '' })
    })

    test(`${library}: errors of a request, at every operation`, { skip }, async () => {
      for (const code of OF_A_REQUEST) await demand(OPERATIONS, code)
      for (const code of OF_A_BODY) await demand(OPERATIONS.filter(takesBody), code)
      await demand(OPERATIONS.filter(creates), 'CONFLICT')
      const named = OPERATIONS.filter(({ args }) => typeof args[0] === 'string' && /^\$(?!hash|cursor)/.test(args[0]))
      await demand(named.map(withUnknownId), 'NOT_FOUND', { route: 'ok' })
    })

    test(`${library}: errors of a network, at every operation that reads one`, { skip }, async () => {
      const key = keys.live ?? ''
      await demand(OPERATIONS.filter(readsChain), 'UPSTREAM_UNAVAILABLE', { route: 'ok', key })
      const hasty = { chain: 'bsc', options: { deadlineMs: 200 } }
      const scans = OPERATIONS.filter(({ id }) => ['scanTransaction', 'scanMessage', 'scanContract'].includes(id))
      const slow = scans.map(({ args: [body], ...one }) => ({ ...one, args: [{ ...(body as object), ...hasty }] }))
      await demand(slow, 'UPSTREAM_TIMEOUT', { route: 'ok', key })
    })

    test(`${library}: a service that has more to do than places`, { skip }, async () => {
      const [scan = assert.fail()] = OPERATIONS.filter(({ id }) => id === 'scanTransaction')
      const [body] = scan.args as [object]
      const backlog: Promise<unknown>[] = []
      let open = 0
      const send = () => {
        open++
        backlog.push(raw('POST', '/v1/scan/transaction', body).finally(() => open--))
      }
      // A machine with nothing else to do answers them before they are counted.
      while ((await waiting()) < BACKLOG / 2) {
        while (open < BACKLOG) send()
        await pause(1)
      }
      const hasty = { ...scan, args: [{ ...body, options: { deadlineMs: 200 } }] }
      await demand([hasty], 'OVERLOADED', { route: 'ok' })
      await Promise.allSettled(backlog)
    })
  }

  test('the command line names each error by its code, and ends with its exit code', async () => {
    const commands: [args: string[], paid?: 'paid'][] = [
      [['scan', 'url', 'https://lantern-airdrop.test/']],
      [['scan', 'contract', VICTIM]],
      [['scan', 'wallet', VICTIM]],
      [['scan', 'message', 'hello', '--address', VICTIM]],
      [['scan', 'tx', '--from', VICTIM, '--to', VICTIM, '--data', '0x']],
      [['scan', `0x${'ab'.repeat(32)}`]],
      [['score', VICTIM]],
      [['report', VICTIM]],
      [['approvals', VICTIM]],
      [['revoke', VICTIM]],
      [['events'], 'paid'],
      [['monitor', 'list'], 'paid'],
      [['monitor', 'show', 'none'], 'paid'],
      [['monitor', 'delete', 'none'], 'paid'],
      [['webhook', 'list'], 'paid'],
      [['webhook', 'show', 'none'], 'paid'],
      [['webhook', 'create', 'https://hooks.example.org/a', '--events', 'approval.new'], 'paid'],
      [['webhook', 'test', 'none'], 'paid'],
      [['webhook', 'deliveries', 'none'], 'paid'],
      [['keys', 'list']],
      [['keys', 'create', '--name', 'k', '--scopes', 'scan:read']],
      [['keys', 'revoke', 'none']],
    ]
    const exits: Partial<Record<ErrorCode, number>> = {
      INVALID_API_KEY: 4,
      EXPIRED_API_KEY: 4,
      INSUFFICIENT_SCOPE: 4,
      PLAN_REQUIRED: 1,
      VALIDATION_ERROR: 2,
      NOT_FOUND: 1,
      METHOD_NOT_ALLOWED: 1,
    }
    for (const [code, exit] of Object.entries(exits))
      for (const [args, paid] of commands) {
        if (code === 'PLAN_REQUIRED' && paid === undefined) continue
        const env = { REDOUBT_URL: proxy.base(`${code}.cli`), REDOUBT_API_KEY: keys[code] ?? keys.good ?? '' }
        const ended = await runCommand([...args, '--json'], { env })
        const said = (JSON.parse(ended.stderr) as { error: { code: string } }).error.code
        assert.deepEqual([said, ended.code, ended.stdout], [code, exit, ''], args.join(' '))
        produced.add(`cli ${code}`)
      }
    assertAnswersConform()
  })

  test('every tool of agents says NOT JUDGED and the code', async () => {
    const address = { chain: 'ethereum', address: VICTIM }
    const transaction = { chain: 'ethereum', from: VICTIM, to: VICTIM }
    const tools: [name: string, input: Record<string, unknown>][] = [
      ['scan_transaction', transaction],
      ['check_intent', { ...transaction, bounds: {} }],
      ['scan_message', { ...address, message: 'hello' }],
      ['scan_contract', address],
      ['scan_url', { url: 'https://lantern-airdrop.test/' }],
      ['scan_wallet', address],
      ['verify_address', address],
      ['risk_score', { entity: VICTIM }],
      ['list_approvals', address],
      ['list_permissions', address],
      ['plan_rescue', { ...address, safe: VICTIM, sponsor: VICTIM }],
      ['explain', { requestId: 'none' }],
    ]
    const codes = ['INVALID_API_KEY', 'EXPIRED_API_KEY', 'INSUFFICIENT_SCOPE', ...OF_A_REQUEST] as const
    for (const code of codes) {
      const apiKey = keys[code] ?? keys.good ?? ''
      const server = createMcpServer(createClient({ baseUrl: proxy.base(`${code}.mcp`), apiKey, maxRetries: 0 }))
      const client = new McpClient({ name: 'contract', version: '1.0.0' })
      const [near, far] = InMemoryTransport.createLinkedPair()
      await Promise.all([server.connect(far), client.connect(near)])
      for (const [name, input] of tools) {
        const { isError, content } = (await client.callTool({ name, arguments: input })) as CallToolResult
        const [first] = content
        assert.equal(isError, true, name)
        assert.ok(first?.type === 'text' && first.text.startsWith(`NOT JUDGED · ${code}: `), `${name}: ${code}`)
      }
      produced.add(`mcp ${code}`)
      await client.close()
    }
    assertAnswersConform()
  })

  test('each code was answered to both libraries, or is named with the reason', (t) => {
    if (!pythonIsThere) return t.skip('there is no python3')
    for (const code of Object.keys(ERRORS) as ErrorCode[])
      for (const library of Object.keys(LIBRARIES))
        assert.notEqual(produced.has(`${library} ${code}`), code in NOT_PRODUCED, `${library} ${code}`)
  })

  async function waiting(): Promise<number> {
    const metrics = await (await fetch(`${service.url}/metrics`)).text()
    return Number(/^redoubt_admission_waiting\{queue="scans"\} (.+)$/m.exec(metrics)?.[1] ?? 0)
  }

  async function minedHash(): Promise<string> {
    const { rpcUrls } = await service.app.sandbox()
    for (let number = 1; number < 400; number++) {
      const response = await fetch(rpcUrls.ethereum, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'eth_getBlockByNumber',
          params: [`0x${number.toString(16)}`, false],
        }),
      })
      const { result } = (await response.json()) as { result: { transactions: string[] } | null }
      const [hash] = result?.transactions ?? []
      if (hash !== undefined) return hash
    }
    return assert.fail('no block of the sandbox has a transaction')
  }
})

/** Signing in, and what only a session may do. */
function isOfBrowsers(path: string, security: readonly object[]): boolean {
  const isSignIn = /^\/v1\/session(\/|$)/.test(path)
  return isSignIn || (security.length > 0 && security.every((way) => 'session' in way))
}

/** Of the right form: a malformed id is refused before it is looked up. */
function withUnknownId(operation: Operation): Operation {
  const [, ...rest] = operation.args
  return { ...operation, args: ['none', ...rest] }
}
