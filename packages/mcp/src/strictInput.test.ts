import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { createClient } from '@redoubt/client'
import { createMcpServer } from './createMcpServer.ts'
import { nearest } from './strictInput.ts'

const ADDRESS = `0x${'ab'.repeat(20)}`
const TRANSACTION = { chain: 'ethereum', from: ADDRESS, to: ADDRESS }
/** Members that the service answers or that a tool sets itself. */
const NOT_OFFERED = ['options', 'networkId', 'hash']
/** Objects of the caller's that the service itself refuses unknown members of. */
const CHECKED_BY_SERVICE = ['accessList', 'authorizationList', 'userOperation', 'typedData', 'paymentRequirements']

type Schema = { properties?: Record<string, Schema>; additionalProperties?: unknown; items?: Schema; anyOf?: Schema[] }

describe('inputs of the tools', () => {
  const client = new Client({ name: 'test', version: '1.0.0' })
  const sent: { url: string; body: Record<string, unknown> }[] = []
  before(async () => {
    const fetch = async (url: unknown, { body }: RequestInit = {}) => {
      sent.push({ url: String(url), body: body ? JSON.parse(String(body)) : {} })
      return Response.json({ success: false, error: { code: 'VALIDATION_ERROR', message: 'seen' } }, { status: 400 })
    }
    const service = createClient({ baseUrl: 'http://service.test', apiKey: 'svc_test_x', fetch: fetch as never })
    const [one, other] = InMemoryTransport.createLinkedPair()
    await Promise.all([createMcpServer(service).connect(one), client.connect(other)])
  })
  after(() => client.close())

  const refusal = async (name: string, input: object) => {
    sent.length = 0
    const answer = (await client.callTool({ name, arguments: { ...input } })) as CallToolResult
    const [content] = answer.content
    assert.equal(answer.isError, true)
    return content?.type === 'text' ? content.text : ''
  }

  for (const [tool, input, said] of [
    ['scan_transaction', { ...TRANSACTION, calldata: '0x' }, /calldata: unknown member; did you mean data\?/],
    [
      'check_intent',
      { ...TRANSACTION, bounds: { dead_line: 1 } },
      /dead_line: unknown member; did you mean deadline\?/,
    ],
    [
      'check_intent',
      { ...TRANSACTION, bounds: { assetsOut: [{ asset: 'native', maximum: '1', max: '1' }] } },
      /maximum: unknown member; did you mean max\?|maximum: unknown member; known here/,
    ],
    [
      'scan_transaction',
      { chain: 'ethereum', calls: [{ to: ADDRESS, inputs: '0x' }] },
      /inputs: unknown member; did you mean input\?/,
    ],
    [
      'scan_message',
      { chain: 'ethereum', address: ADDRESS, message: 'hi', typed_data: {} },
      /typed_data: unknown member; did you mean typedData\?/,
    ],
    [
      'scan_message',
      { chain: 'ethereum', address: ADDRESS, typedData: {}, payment_requirements: {} },
      /did you mean paymentRequirements\?/,
    ],
    ['verify_address', { chain: 'ethereum', address: ADDRESS, sender: ADDRESS }, /sender: unknown member/],
    ['explain', { requestId: 'x', page: 1 }, /page: unknown member/],
  ] as const)
    test(`${tool} refuses ${Object.keys(input).at(-1)}`, async () => {
      assert.match(await refusal(tool, input), said)
      assert.equal(sent.length, 0, 'the service was not asked')
    })

  test('every object of every tool is closed, or is closed by the service', async () => {
    const { tools } = await client.listTools()
    const open: string[] = []
    const walk = (name: string, schema: Schema) => {
      if (schema.properties && schema.additionalProperties !== false) open.push(name)
      for (const [member, inner] of Object.entries(schema.properties ?? {})) walk(member, inner)
      for (const inner of schema.anyOf ?? []) walk(name, inner)
      if (schema.items) walk(name, schema.items)
      if (!schema.properties && schema.additionalProperties && !CHECKED_BY_SERVICE.includes(name)) open.push(name)
    }
    for (const { name, inputSchema } of tools) walk(name, inputSchema as Schema)
    assert.deepEqual(open, [])
  })

  test('a transaction takes every member of the API that has an effect, and passes it on', async () => {
    const document = JSON.parse(readFileSync(join(import.meta.dirname, '../../../openapi.json'), 'utf8'))
    const members: Record<string, { description?: string }> =
      document.components.schemas.TransactionScanRequest.properties
    const wanted = Object.entries(members).flatMap(([name, { description }]) =>
      description?.startsWith('No effect') || NOT_OFFERED.includes(name) ? [] : [name],
    )
    const { tools } = await client.listTools()
    for (const tool of ['scan_transaction', 'check_intent']) {
      const { properties = {} } = tools.find(({ name }) => name === tool)?.inputSchema ?? {}
      assert.deepEqual(
        wanted.filter((name) => !Object.hasOwn(properties, name)),
        [],
        tool,
      )
    }
    const given = {
      ...TRANSACTION,
      input: '0x4e71d92d',
      value: '0x1',
      gas: '0x5208',
      gasPrice: 7,
      nonce: '5',
      authorizationList: [{ chainId: '1', address: ADDRESS, nonce: '5' }],
    }
    await refusal('check_intent', { ...given, bounds: {} })
    const { options: _, ...body } = sent[0]?.body ?? {}
    assert.deepEqual(body, { ...given, bounds: {} })
  })

  test('says what it expects in words, and no pattern', async () => {
    for (const [given, said] of [
      [{ address: '0x12' }, /expected 0x followed by 40 hex digits/],
      [{ address: 7 }, /expected 0x followed by 40 hex digits/],
      [{}, /missing, expected 0x followed by 40 hex digits/],
    ] as const) {
      const text = await refusal('scan_contract', { chain: 'ethereum', ...given })
      assert.match(text, said)
      assert.doesNotMatch(text, /pattern|\^0x/)
    }
  })

  test('names what is near', () => {
    assert.equal(nearest('gas_price', ['gas', 'gasPrice']), 'did you mean gasPrice?')
    assert.equal(nearest('form', ['from', 'to']), 'did you mean from?')
    assert.equal(nearest('x', ['from', 'to']), 'known here: from, to')
    assert.ok(nearest('q'.repeat(100_000), ['from']).length < 40)
  })
})
