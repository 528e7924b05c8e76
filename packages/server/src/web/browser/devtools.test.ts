import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { BrowserUnavailable } from './browserLimits.ts'
import { createDevtools, type DevtoolsEvent } from './devtools.ts'

/** The other end of the pipes is the test. */
function pipes() {
  const [output, input] = [new PassThrough(), new PassThrough()]
  let broken = 0
  const devtools = createDevtools(output, input, () => broken++)
  const events: DevtoolsEvent[] = []
  devtools.onEvent((event) => events.push(event))
  const asked = () => JSON.parse(String(input.read()).replace(/\0$/, ''))
  return { devtools, output, asked, events, broken: () => broken }
}
const settled = () => new Promise(setImmediate)

test('answers find who asked, whatever their order', async () => {
  const { devtools, output, asked } = pipes()
  const first = devtools.send('Page.enable', { a: 1 }, 'S')
  assert.deepEqual(asked(), { id: 1, method: 'Page.enable', params: { a: 1 }, sessionId: 'S' })
  const second = devtools.send('Browser.getVersion')
  output.write('{"id":2,"result":{"product":"x"}}\0{"id":1,"result":{}}\0')
  assert.deepEqual(await Promise.all([first, second]), [{}, { product: 'x' }])
})

test('messages may come in pieces, and split letters', async () => {
  const { output, events } = pipes()
  const bytes = Buffer.from('{"method":"A.b","params":{"text":"é"},"sessionId":"S"}\0{"method":"C.d"}\0')
  for (const byte of bytes) output.write(Buffer.of(byte))
  await settled()
  assert.deepEqual(events, [
    { method: 'A.b', params: { text: 'é' }, session: 'S' },
    { method: 'C.d', params: {}, session: null },
  ])
})

test('a refusal names what was refused', async () => {
  const { devtools, output } = pipes()
  const answer = devtools.send('Page.fly')
  output.write('{"id":1,"error":{"code":-32601,"message":"not found"}}\0')
  await assert.rejects(answer, /refused Page\.fly/)
})

test('no caller waits for a browser that has ended', async () => {
  const { devtools, output } = pipes()
  const answer = devtools.send('Page.enable')
  output.destroy()
  await assert.rejects(answer, BrowserUnavailable)
  await assert.rejects(devtools.send('Page.enable'), /ended before/)
  devtools.tell('Page.enable')
})

test('what is no JSON, or far too much of it, breaks the connection once', async () => {
  for (const said of [Buffer.from('{"id":\0{}\0'), Buffer.alloc(17 * 1024 ** 2, 'a')]) {
    const { devtools, output, broken } = pipes()
    const answer = devtools.send('Page.enable')
    output.write(said)
    await assert.rejects(answer, BrowserUnavailable)
    output.write('{}\0')
    await settled()
    assert.equal(broken(), 1)
  }
})
