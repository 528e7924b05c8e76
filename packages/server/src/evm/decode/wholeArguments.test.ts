import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { DecodedCall } from '@redoubt/risk/facts/decodedCall.ts'
import fc from 'fast-check'
import { type Abi, encodeFunctionData, getAddress, parseAbi } from 'viem'
import { inNameOf } from '../../lib/askingAccount.ts'
import { parseSignature } from './abiTypes.ts'
import { decodeCall } from './decodeCall.ts'
import { renderValue } from './renderValue.ts'
import { decodeInPart, wholeCall } from './wholeArguments.ts'

const decodeWhole = (decode: Parameters<typeof decodeInPart>[0]) => wholeCall(decodeInPart(decode))

const TO: Address = '0x52a7e3b57c481bcc01cd75938412fbd92242ece1'
const encode = (signature: string, args: readonly unknown[]): Hex =>
  encodeFunctionData({ abi: parseAbi([`function ${signature}` as string]) as Abi, args })

/** Decodes a call of a function that its callee declares. */
function whole(signature: string, data: Hex): Promise<DecodedCall> {
  const declared = { ...parseSignature(signature), selector: data.slice(0, 10) as Hex, abi: 'verified:test' }
  return decodeWhole((cut) => decodeCall({ to: TO, value: 0n, data }, { declared: [declared] }, cut))
}
const firstValue = async (signature: string, args: unknown[]) =>
  (await whole(signature, encode(signature, args))).parameters[0]?.value

test('bytes, texts and lists of any length are whole', async () => {
  const bytes = `0x${'ab'.repeat(100_000)}`
  assert.equal(await firstValue('f(bytes data)', [bytes]), bytes)
  const text = 'order 12 '.repeat(20_000).trim()
  assert.equal(await firstValue('f(string text)', [text]), text)
  const ids = Array.from({ length: 5_000 }, (_, at) => 2n ** 255n + BigInt(at))
  assert.equal(await firstValue('f(uint256[] ids)', [ids]), `[${ids.join(', ')}]`)
  const accounts = Array.from({ length: 300 }, (_, at) =>
    getAddress(`0x${(at * 7_919).toString(16).padStart(40, '5')}`),
  )
  assert.equal(await firstValue('f(address[] accounts)', [accounts]), `[${accounts.join(', ')}]`)
})

test('args hold whole texts, cleaned', async () => {
  const text = `\u202epay ${'x'.repeat(3_000)}`
  const call = await whole('f((string note,uint256 n)[] rows)', encode('f((string,uint256)[])', [[[text, 1n]]]))
  assert.deepEqual(call.args, [[[`[U+202E]pay ${'x'.repeat(3_000)}`, 1n]]])
  assert.equal(call.parameters[0]?.value, `[(note: [U+202E]pay ${'x'.repeat(3_000)}, n: 1)]`)
})

test('calls inside a call, commands of a router and what follows the arguments are whole too', async () => {
  const inner = encode('safeTransferFrom(address,address,uint256,bytes)', [TO, TO, 1n, `0x${'cd'.repeat(4_000)}`])
  const multicall = `${encode('multicall(bytes[])', [[inner]])}${'ee'.repeat(900)}` as Hex
  const call = await decodeWhole((cut) => decodeCall({ to: TO, value: 0n, data: multicall }, {}, cut))
  assert.equal(call.parameters[0]?.value, `[${inner}]`)
  assert.equal(call.parameters.at(-1)?.value, `0x${'ee'.repeat(900)}`)
  assert.equal(call.calls[0]?.parameters.at(-1)?.value, `0x${'cd'.repeat(4_000)}`)
  const unknown: Hex = `0x${'77'.repeat(1_000)}`
  const execute = encode('execute(bytes,bytes[],uint256)', ['0x3f', [unknown], 1n])
  const router = await decodeWhole((cut) => decodeCall({ to: TO, value: 0n, data: execute }, {}, cut))
  assert.equal(router.calls[0]?.parameters[0]?.value, unknown)
})

test('without being completed the same values are bounded, and say what is left out', () => {
  const data = encode('multicall(bytes[])', [[`0x${'ab'.repeat(9_000)}`]])
  const [parameter] = decodeCall({ to: TO, value: 0n, data }).parameters
  assert.match(parameter?.value ?? '', /^\[0x(ab){256}… \(9000 bytes\)\]$/)
})

test('names that repeat for each element do not make the answer grow without end', async () => {
  const name = 'n'.repeat(128)
  const nested = Array.from({ length: 6 }).reduce<string>((type) => `(${type} ${name})`, 'uint8')
  const rows = Array.from({ length: 8_000 }, () => Array.from({ length: 6 }).reduce<unknown>((value) => [value], 1))
  const data = encode(`f(${nested.replaceAll(` ${name}`, '')}[])`, [rows])
  const [parameter] = (await whole(`f(${nested}[] rows)`, data)).parameters
  assert.match(parameter?.value ?? '', /… \(\d+ more\)\]$|more characters\)$/)
})

test('other work has its turn while the largest request is rendered', async () => {
  const accounts = Array.from({ length: 16_000 }, (_, at) => `0x${(at * 104_729).toString(16).padStart(40, '3')}`)
  const data = encode('f(address[])', [accounts])
  let turns = 0
  const timer = setInterval(() => turns++, 0)
  await whole('f(address[] accounts)', data)
  clearInterval(timer)
  assert.ok(turns > 5, `${turns} turns`)
})

test('a short value has the same text in both renderings', async () => {
  const type = '(address a,(bool b,int16 c)[2] d,bytes3 e,string f,bytes g,uint8[] h)'
  const [input] = parseSignature(`f(${type} v)`).inputs
  assert.ok(input)
  const arbitrary = fc.tuple(
    fc.bigInt({ min: 0n, max: 2n ** 160n - 1n }),
    fc.boolean(),
    fc.integer({ min: -32_768, max: 32_767 }),
    fc.string({ maxLength: 20 }),
    fc.uint8Array({ maxLength: 300 }),
    fc.array(fc.integer({ min: 0, max: 255 }), { maxLength: 700 }),
  )
  await fc.assert(
    fc.asyncProperty(arbitrary, async ([account, flag, number, text, bytes, list]) => {
      const pair = [flag, number]
      const address = `0x${account.toString(16).padStart(40, '0')}`
      const given = [address, [pair, pair], '0x010203', text, `0x${Buffer.from(bytes).toString('hex')}`, list]
      const data = encode('f((address,(bool,int16)[2],bytes3,string,bytes,uint8[]))', [given])
      const call = await whole(`f(${type} v)`, data)
      const shown = renderValue(input.type, call.args[0])
      if (!shown.includes('…')) assert.equal(call.parameters[0]?.value, shown)
      else assert.ok(call.parameters[0]?.value.startsWith(shown.slice(0, 50)))
    }),
    { numRuns: 100 },
  )
})

test('a call that was judged stays as it was, and what is not done in time stays in part', async () => {
  const data = encode('multicall(bytes[])', [[`0x${'ab'.repeat(600_000)}`, `0x${'cd'.repeat(9_000)}`]])
  const call = decodeInPart((cut) => decodeCall({ to: TO, value: 0n, data }, {}, cut))
  const [judged] = call.parameters.map(({ value }) => value)
  const inTime = await wholeCall(call)
  assert.ok((inTime.parameters[0]?.value.length ?? 0) > 1_200_000)
  assert.deepEqual(
    call.parameters.map(({ value }) => value),
    [judged],
  )
  const late = AbortSignal.abort(new Error('too late'))
  assert.deepEqual(
    (await wholeCall(call, late)).parameters.map(({ value }) => value),
    [judged],
  )
  const busy = () => new Promise<void>(() => {})
  const gone = new AbortController()
  const waiting = inNameOf('busy', () => wholeCall(call, gone.signal), false, busy)
  await setImmediate()
  gone.abort()
  assert.deepEqual(
    (await waiting).parameters.map(({ value }) => value),
    [judged],
  )
})
