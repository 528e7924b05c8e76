import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, describe, test } from 'node:test'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import type { Scope } from '../../server/src/domain/apiKey.ts'
import { quietApp } from '../../server/src/testing/quietApp.ts'
import { DATA_NOTE } from './createMcpServer.ts'

const BIN = join(import.meta.dirname, '../../server/bin/redoubt.js')
const VICTIM = '0xC022C85bCe79a889068e142c337e7d8EC5BEa139'
const DRAINER = '0xFC97d3520BAbfc504273A14fa6DE19569F1178ac'
const DRAIN = { chain: 'ethereum', from: VICTIM, to: DRAINER, value: '28571428571428571', data: '0x4e71d92d' }
/** About 300 tokens of English and hexadecimal text. */
const SAFE = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
const SPONSOR = '0xa23B22d7E75cE4C5941f57734B8fEF489b92eDF2'
const MAX_CHARACTERS = 1_100
const TOKEN = 'a-token-of-the-test-alone'

describe('redoubt mcp', () => {
  let service: Awaited<ReturnType<typeof quietApp>>
  let client: Client
  let printed = ''
  let env: Record<string, string>

  before(async () => {
    service = await quietApp('test')
    const { accounts, keys } = service.app.store
    const { id: accountId } = await accounts.create({ name: 'agent', plan: 'enterprise', operator: false })
    const scopes: Scope[] = ['scan:read', 'risk:read', 'wallet:read']
    const { token } = await keys.create({ accountId, name: 'agent', scopes, environment: 'test' })
    env = { PATH: process.env.PATH ?? '', REDOUBT_URL: service.url, REDOUBT_API_KEY: token }
    const transport = new StdioClientTransport({ command: process.execPath, args: [BIN, 'mcp'], env, stderr: 'pipe' })
    transport.stderr?.on('data', (chunk) => (printed += String(chunk)))
    client = new Client({ name: 'test', version: '1.0.0' })
    await client.connect(transport)
  })
  after(async () => {
    await client?.close()
    await service?.app.close()
  })

  const ask = async (name: string, input: object) => {
    const answer = (await client.callTool({ name, arguments: { ...input } })) as CallToolResult
    const [content] = answer.content
    const text = content?.type === 'text' ? content.text : ''
    return { text, isError: answer.isError === true, said: (answer.structuredContent ?? {}) as Record<string, unknown> }
  }

  test('offers twelve tools that read, each with its output and the note on data', async () => {
    const { tools } = await client.listTools()
    assert.equal(tools.length, 12)
    for (const { name, description, outputSchema, annotations } of tools) {
      assert.ok(description?.endsWith(DATA_NOTE), name)
      assert.ok(outputSchema, name)
      assert.equal(annotations?.readOnlyHint, true)
    }
  })

  test('each tool answers the verdict first, in few words', async () => {
    const site = { url: 'https://lantern-airdrop.test/' }
    const trader = { chain: 'ethereum', address: VICTIM }
    const bounds = { assetsOut: [{ asset: 'native', max: DRAIN.value }] }
    const calls: [string, object, RegExp][] = [
      ['scan_transaction', DRAIN, /^BLOCK · critical/],
      ['check_intent', { ...DRAIN, bounds }, /^OUTSIDE · critical .*\nscan says BLOCK\nassetOut /],
      // No code: the contract scan itself has its own tests, and is the dearest.
      ['scan_contract', trader, /^\w+ · /],
      ['scan_url', site, /^BLOCK · critical/],
      ['scan_message', { ...trader, message: 'hello' }, /^(PROCEED|REVIEW) · /],
      ['scan_wallet', trader, /^\w+ · /],
      ['verify_address', { chain: 'ethereum', address: DRAINER }, /^\w+ · /],
      ['risk_score', { entity: site.url }, /^BLOCK · /],
      ['list_approvals', trader, /^\w+ · /],
      ['list_permissions', trader, /^\w+ · /],
      ['plan_rescue', { ...trader, safe: SAFE, sponsor: SPONSOR }, /^(REVIEW|CAUTION) · high/],
    ]
    let drainId = ''
    for (const [name, input, verdict] of calls) {
      const { text, said, isError } = await ask(name, input)
      assert.equal(isError, false, text)
      assert.match(text, verdict, name)
      assert.equal(said.verdict, text.split(' ')[0])
      for (const size of [text.length, JSON.stringify(said).length])
        assert.ok(size <= MAX_CHARACTERS, `${name} answers ${size} characters: ${text}`)
      const promised = /\nmore: explain (\S+)$/.exec(text)?.[1]
      assert.equal(said.requestId, promised ?? null, name)
      if (promised) assert.equal((await ask('explain', { requestId: promised })).isError, false, name)
      if (name === 'scan_transaction') drainId = String(said.requestId)
    }
    let told = ''
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const page = await ask('explain', { requestId: drainId, section: 'changes', offset })
      assert.ok(page.text.length <= MAX_CHARACTERS)
      told += page.text
      const next = /\nmore: offset (\d+) of/.exec(page.text)?.[1]
      offset = next === undefined ? undefined : Number(next)
    }
    assert.match(told, /USDT/)
    assert.match(told, /DAI/)
  })

  test('what cannot be judged says so, and nothing says the key', async () => {
    const unknown = await ask('explain', { requestId: 'none' })
    assert.match(unknown.text, /^NOT JUDGED · NOT_FOUND/)
    assert.equal(unknown.isError, true)
    assert.equal((await ask('scan_contract', { chain: 'ethereum', address: '0x12' })).isError, true)
    assert.ok(!printed.includes('svc_test_'), printed)
  })

  test('over HTTP a foreign page, another name and a caller without the token are refused', async () => {
    const child = spawn(process.execPath, [BIN, 'mcp', '--http', '--port', '0'], {
      env: { ...env, REDOUBT_MCP_TOKEN: TOKEN },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    try {
      const url = await urlOf(child)
      const post = (headers: Record<string, string>) =>
        fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
        })
      const authorization = `Bearer ${TOKEN}`
      assert.equal((await post({ authorization, origin: 'https://evil.example' })).status, 403)
      assert.equal((await post({ authorization, origin: 'null' })).status, 403)
      assert.equal((await post({})).status, 401)
      assert.equal((await post({ authorization: 'Bearer another' })).status, 401)
      assert.equal(await statusForHost(url, 'rebound.example:80', authorization), 403)
      const allowed = await post({ authorization })
      assert.equal(allowed.status, 200)
      const { result } = (await allowed.json()) as { result: { tools: unknown[] } }
      assert.equal(result.tools.length, 12)
    } finally {
      child.kill()
      await once(child, 'exit')
    }
  })
})

async function urlOf(child: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: child.stderr ?? assert.fail() })) {
    const [, url] = /^MCP at (http:\S+)$/.exec(line) ?? []
    if (url) return url
  }
  return assert.fail('it ended before it listened')
}

/** fetch does not let a caller choose the Host. */
async function statusForHost(url: string, host: string, authorization: string): Promise<number> {
  const { request } = await import('node:http')
  const sent = request(url, { method: 'POST', headers: { host, authorization } }).end()
  const [response] = await once(sent, 'response')
  response.resume()
  return response.statusCode
}
