import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TransactionBody } from '../schemas/transactionBody.ts'
import { UrlBody } from '../schemas/urlBody.ts'
import { suggestMember } from './refuseUnknownMembers.ts'
import type { SchemaNode } from './schemaNode.ts'

const transaction = (TransactionBody as unknown as SchemaNode).properties ?? {}
const url = (UrlBody as unknown as SchemaNode).properties ?? {}

for (const [name, known, expected] of [
  ['callData', transaction, 'did you mean data?'],
  ['calldata', transaction, 'did you mean data?'],
  ['payload', transaction, 'did you mean data?'],
  ['form', transaction, 'did you mean from?'],
  ['chian', transaction, 'did you mean chain?'],
  ['capabilites', transaction, 'did you mean capabilities?'],
  ['dta', transaction, 'did you mean data?'],
  ['chain_id', transaction, 'did you mean chainId?'],
  ['CHAINID', transaction, 'did you mean chainId?'],
  ['chain[]', transaction, 'did you mean chain?'],
  ['gas_limit', transaction, 'did you mean gasLimit?'],
  ['recipient', transaction, 'did you mean to?'],
  ['wallet', transaction, 'did you mean from?'],
  ['simulate', transaction, 'did you mean options.simulate?'],
  ['calldata', transaction.userOperation?.properties ?? {}, 'did you mean callData?'],
  ['link', url, 'did you mean url?'],
  ['x', url, 'known here: url, chain, options'],
  ['', url, 'known here: url, chain, options'],
  ['__proto__', url, 'known here: url, chain, options'],
  ['x', {}, 'none is known here'],
] as const)
  test(`${name || '(empty)'}: ${expected}`, () => assert.equal(suggestMember(name, known), expected))

test('a long list of known members is cut, and leaves out those without effect', () => {
  const sentence = suggestMember('something else entirely', transaction)
  assert.match(sentence, /^known here: from, to, value, data, .* and \d+ more$/)
  assert.ok(sentence.length < 150, sentence)
  assert.ok(suggestMember('q'.repeat(100_000), transaction).length < 150)
})
