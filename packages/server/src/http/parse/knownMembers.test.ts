import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TransactionBody } from '../schemas/transactionBody.ts'
import { knownMembers, unknownMembers } from './refuseUnknownMembers.ts'
import type { SchemaNode } from './schemaNode.ts'

test('what the schema does not know and what has no effect is left out, at every depth, and the rest is as it was sent', () => {
  const schema = TransactionBody as unknown as SchemaNode
  const known = {
    from: '0xAb',
    to: null,
    value: '0x0A',
    accessList: [{ address: '0xCd', storageKeys: ['0x1', '0x2'] }],
    authorizationList: [{ chainId: '0x1', address: '0x', nonce: 5 }],
    options: { explain: false },
  }
  const body = {
    ...known,
    api_key: 'svc_live_x',
    blobs: ['0x00'],
    signature: { r: '0x1' },
    version: '2.0.0',
    accessList: [{ ...known.accessList[0], note: { to: 1 } }],
    options: { explain: false, speed: 9 },
  }
  assert.deepEqual(knownMembers(schema, body), known)
  assert.deepEqual(unknownMembers(schema, knownMembers(schema, body)), [])
})
