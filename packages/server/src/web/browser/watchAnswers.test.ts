import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { english, generateMnemonic } from 'viem/accounts'
import type { Devtools } from './devtools.ts'
import { watchAnswers } from './watchAnswers.ts'

const phraseOf = (): string[] => {
  const words = generateMnemonic(english).split(' ')
  return new Set(words).size === words.length ? words : phraseOf()
}
const PHRASE = phraseOf()

/** What is found where a page that shows `shown` was answered with `body`. */
const givenBy = async (
  body: string,
  shown: string,
  {
    type = 'Fetch',
    mimeType = 'application/json',
    bytes = body.length,
    own = [] as string[][],
    copied = [] as string[],
  } = {},
) => {
  const devtools = { send: async () => ({ body, base64Encoded: false }) } as unknown as Devtools
  const answers = watchAnswers(devtools, own)
  const params = { requestId: '1', type, response: { url: 'https://api.example/new', mimeType } }
  answers.heard({ method: 'Network.responseReceived', params, session: null })
  answers.heard({
    method: 'Network.loadingFinished',
    params: { requestId: '1', encodedDataLength: bytes },
    session: null,
  })
  await new Promise(setImmediate)
  return answers.given([shown.toLowerCase()], copied)
}
const shown = PHRASE.map((word, at) => `${at + 1}. ${word}`).join(' ')
const begins = `${PHRASE[0]} ${PHRASE[1]} …`

describe('what a server gives a page to show', () => {
  it('is a recovery phrase, as a text or as a list of words, that the page shows', async () => {
    const found = [{ kind: 'phrase', host: 'api.example', text: begins }]
    for (const body of [{ words: PHRASE.join(' ') }, { wallet: { words: PHRASE } }, PHRASE.join(' ')])
      assert.deepEqual(await givenBy(JSON.stringify(body), shown), found)
    assert.deepEqual(await givenBy(PHRASE.join(' '), PHRASE.join(''), { mimeType: 'text/plain' }), found)
  })

  it('is a code that the page shows or copies', async () => {
    const code = { kind: 'device-code', host: 'api.example', text: 'FJ7KQ2WNX' }
    const body = JSON.stringify({ user_code: 'FJ7KQ2WNX', interval: 5 })
    assert.deepEqual(await givenBy(body, 'Your code: FJ7KQ2WNX'), [code])
    assert.deepEqual(await givenBy(body, 'Your code', { copied: ['FJ7KQ2WNX'] }), [{ ...code, copied: true }])
    assert.deepEqual(await givenBy(body, 'Your code'), [])
  })

  it('is no phrase of an article, of a list of all words, of documentation, or without its checksum', async () => {
    const wrong = [...PHRASE].reverse()
    const cases: [string, string][] = [
      [JSON.stringify({ text: `An example: ${PHRASE.join(' ')}` }), shown],
      [JSON.stringify(english), english.join(' ')],
      [JSON.stringify(`${'test '.repeat(11)}junk`), `${'test '.repeat(11)}junk`],
      [JSON.stringify(['a', ...PHRASE]), shown],
      [JSON.stringify({ words: PHRASE }), 'Welcome'],
    ]
    for (const [body, page] of cases) assert.deepEqual(await givenBy(body, page), [], body.slice(0, 40))
    if ((await givenBy(JSON.stringify(wrong), wrong.join(' '))).length > 0)
      assert.notDeepEqual(wrong, PHRASE, 'one order in sixteen has the checksum')
  })

  it('is what comes over a WebSocket too', () => {
    const answers = watchAnswers({} as Devtools, [])
    const hears = (method: string, params: object) =>
      answers.heard({ method: `Network.${method}`, params: { requestId: '9', ...params }, session: null })
    hears('webSocketCreated', { url: 'wss://live.example/s' })
    hears('webSocketFrameReceived', { response: { opcode: 1, payloadData: '{"type":"code","value":"WDJB-MJHT"}' } })
    assert.deepEqual(answers.given(['enter wdjb-mjht'], []), [
      { kind: 'device-code', host: 'live.example', text: 'WDJB-MJHT' },
    ])
  })

  it('is nothing that we typed, and nothing of a script or a long answer', async () => {
    const body = JSON.stringify(PHRASE)
    assert.deepEqual(await givenBy(body, shown, { own: [PHRASE] }), [])
    assert.deepEqual(await givenBy(body, shown, { type: 'Script', mimeType: 'text/javascript' }), [])
    assert.deepEqual(await givenBy(body, shown, { bytes: 200_000 }), [])
  })
})
