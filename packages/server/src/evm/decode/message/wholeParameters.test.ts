import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { inNameOf } from '../../../lib/askingAccount.ts'
import { OTHER, parseTyped, SIGNER } from './testTypedData.ts'
import { wholeParameters } from './wholeParameters.ts'

test('every member of a message is whole: thousands of rows, long bytes, long text', async () => {
  const ids = Array.from({ length: 3_000 }, (_, at) => String(at))
  const bytes = `0x${'ab'.repeat(20_000)}`
  const note = `\u202e${'long '.repeat(2_000)}end`
  const signed = parseTyped(
    'Order(address maker,Item item,uint256[] ids,string note)Item(bytes data)',
    { maker: OTHER, item: { data: bytes }, ids, note },
    { verifyingContract: SIGNER },
  )
  const rows = await wholeParameters(signed)
  assert.equal(rows.length, 3_003)
  assert.deepEqual(
    [rows[1]?.name, rows[1]?.value, rows[3_001]?.name, rows[3_001]?.value],
    ['item.data', bytes, 'ids[2999]', '2999'],
  )
  assert.equal(rows.at(-1)?.value, `[U+202E]${'long '.repeat(2_000)}end`)
  assert.ok(signed.form.type === 'typed-data')
  assert.equal(signed.form.parameters.length, 257, 'what detectors and prompts read stays bounded')
})

test('paths that repeat long names end, and the rest is counted', async () => {
  const name = 'a'.repeat(128)
  const depth = 20
  const types = Array.from({ length: depth }, (_, at) => `T${at}(T${at + 1} ${name})`)
  const list = Array.from({ length: 8_000 }, () => 1)
  const message = Array.from({ length: depth }).reduce<unknown>((inner) => ({ [name]: inner }), { list })
  const signed = parseTyped(
    `${types[0]}${[...types.slice(1), `T${depth}(uint8[] list)`].sort().join('')}`,
    message as Record<string, unknown>,
    { verifyingContract: SIGNER },
  )
  const rows = await wholeParameters(signed)
  const last = rows.at(-1)
  assert.equal(last?.name, 'left out')
  assert.equal(rows.length - 1 + Number(last?.value), 8_000)
})

test('a plain message has no parameters', async () => {
  const { parseMessage } = await import('./parseMessage.ts')
  const signed = parseMessage({ account: SIGNER, method: 'personal_sign', message: 'hello' })
  assert.deepEqual(await wholeParameters(signed), [])
})

const NAME = 'A'.repeat(128)
const LONG: [string, string, (many: number) => Record<string, unknown>][] = [
  ['types of empty lists', `Order(${NAME}[][] rows)${NAME}(uint8 a)`, (many) => ({ rows: Array(many).fill([]) })],
  ['types of lists in lists', `Order(uint8${'[]'.repeat(30)} rows)`, (many) => ({ rows: Array(many).fill([]) })],
  ['names', `Order(uint8[] ${NAME})`, (many) => ({ [NAME]: Array(many).fill(1) })],
]
for (const [name, type, messageOf] of LONG)
  test(`names and types that are repeated for each row are bounded together: ${name}`, async () => {
    const many = 10_000
    const rows = await wholeParameters(
      parseTyped(type, messageOf(many), { verifyingContract: SIGNER }),
      undefined,
      300_000,
    )
    const shown = rows.slice(0, -1)
    const written = shown.reduce((sum, row) => sum + row.name.length + row.type.length, 0)
    assert.ok(written <= 300_000, String(written))
    assert.deepEqual([rows.at(-1)?.name, shown.length + Number(rows.at(-1)?.value)], ['left out', many])
  })

test('rows that are not written in time are those that people are shown', async () => {
  const ids = Array.from({ length: 3_000 }, (_, at) => String(at))
  const signed = parseTyped('Order(uint256[] ids)', { ids }, { verifyingContract: SIGNER })
  assert.ok(signed.form.type === 'typed-data')
  const gone = new AbortController()
  const waiting = inNameOf(
    'busy',
    () => wholeParameters(signed, gone.signal),
    false,
    () => new Promise<void>(() => {}),
  )
  await setImmediate()
  gone.abort()
  assert.deepEqual(await waiting, signed.form.parameters)
})
