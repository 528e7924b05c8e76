import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { parseMessage } from '../parse/parseMessage.ts'
import { parseTransaction } from '../parse/parseTransaction.ts'
import { parseUrl } from '../routes/url.ts'
import { MessageBody, type MessageRequest } from './messageBody.ts'
import { TransactionBody, type TransactionRequest } from './transactionBody.ts'
import { UrlBody, type UrlRequest } from './urlBody.ts'

function examplesOf<Request>(schema: TSchema): Request[] {
  const { examples } = schema as { examples?: Request[] }
  assert.ok(examples && examples.length > 0)
  const compiled = Compile(schema)
  for (const example of examples) assert.ok(compiled.Check(example), JSON.stringify([...compiled.Errors(example)]))
  return examples
}

test('each way of asking about a transaction has an example that is accepted', () => {
  const read = examplesOf<TransactionRequest>(TransactionBody).map((body) => parseTransaction(body))
  assert.ok(read.some(({ transaction: { calls, userOperation } }) => !calls && !userOperation))
  assert.ok(read.some(({ transaction }) => transaction.calls?.length === 2))
  assert.ok(read.some(({ transaction }) => transaction.userOperation !== undefined))
  for (const { spellings } of read)
    for (const { spelled, checksumFailed } of spellings) assert.ok(!checksumFailed, spelled)
})

test('text and typed data have an example that is accepted', () => {
  const read = examplesOf<MessageRequest>(MessageBody).map((body) => parseMessage(body))
  assert.deepEqual(
    read.map(({ asked }) => asked.typedData === undefined),
    [true, false],
  )
  for (const { spellings } of read)
    for (const { spelled, checksumFailed } of spellings) assert.ok(!checksumFailed, spelled)
})

test('the example of a site is accepted', () => {
  for (const body of examplesOf<UrlRequest>(UrlBody)) assert.equal(parseUrl(body).url, body.url)
})
