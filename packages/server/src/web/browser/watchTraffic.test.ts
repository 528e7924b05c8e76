import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Devtools } from './devtools.ts'
import { createTypedMarks } from './typedMarks.ts'
import { watchTraffic } from './watchTraffic.ts'

const SEALED = Buffer.from(Array.from({ length: 90 }, (_, at) => (at * 137 + 91) % 256)).toString('base64')
const watch = () => {
  const marks = createTypedMarks()
  return { marks, traffic: watchTraffic({} as Devtools, marks) }
}

test('what is unreadable after a phrase accuses a socket, and no message between windows', () => {
  const found = (['websocket', 'message'] as const).map((channel) => {
    const { traffic } = watch()
    traffic.typing('phrase')
    traffic.unsent(SEALED, 'https://frame.example/', channel)
    return traffic.sent().length
  })
  assert.deepEqual(found, [1, 0])
})

test('a phrase in a message is found, and an unread event breaks nothing', async () => {
  const { marks, traffic } = watch()
  traffic.typing('phrase')
  traffic.unsent(marks.phrase.join(' '), 'https://frame.example/', 'message')
  assert.deepEqual(traffic.sent(), [{ kind: 'phrase', host: 'frame.example', channel: 'message' }])
  // No browser that could be asked for the body.
  const request = { url: 'https://a.example/', method: 'POST', hasPostData: true }
  traffic.heard({ method: 'Network.requestWillBeSent', params: { requestId: '1', request }, session: null })
  await new Promise(setImmediate)
  assert.equal(traffic.pending(), 1)
})

const asks = (url: string, more: object = {}) => ({
  method: 'Network.requestWillBeSent',
  params: { requestId: url, type: 'Fetch', request: { url, method: 'POST', ...more } },
  session: null,
})

test('a sealed message counts beside a log of visits at the same host, and not beside its own like', () => {
  const sealedAfter = (first: string, words: 'sentence' | null) => {
    const { traffic } = watch()
    traffic.typing(words)
    traffic.heard(asks(first, { postData: SEALED }))
    traffic.typing('phrase')
    traffic.heard(asks('https://a.example/kept/93811', { postData: SEALED }))
    return traffic.sent().map(({ sealed }) => sealed)
  }
  assert.deepEqual(sealedAfter('https://a.example/visits', null), [true])
  assert.deepEqual(sealedAfter('https://a.example/kept/7', null), [])
  assert.deepEqual(sealedAfter('https://a.example/kept/7', 'sentence'), [])
})

test('typed words are found in headers and cookies, not in the referrer of a request', () => {
  const foundIn = (heard: (text: string) => Parameters<ReturnType<typeof watch>['traffic']['heard']>[0]) => {
    const { marks, traffic } = watch()
    traffic.typing('phrase')
    traffic.heard(heard(marks.phrase.join(' ')))
    return traffic.sent().map(({ kind, host }) => `${kind} ${host}`)
  }
  const url = 'https://a.example/ping'
  assert.deepEqual(
    foundIn((text) => asks(url, { headers: { 'X-Trace': text } })),
    ['phrase a.example'],
  )
  assert.deepEqual(
    foundIn((text) => asks(url, { headers: { Referer: `https://b.example/?w=${encodeURIComponent(text)}` } })),
    [],
  )
  const method = 'Network.requestWillBeSentExtraInfo'
  for (const host of ['Host', ':authority'])
    assert.deepEqual(
      foundIn((text) => ({ method, params: { headers: { [host]: 'a.example', cookie: `d=${text}` } }, session: null })),
      ['phrase a.example'],
    )
})

test('bots and channels of chats are named', () => {
  const botOf = (url: string) => {
    const { marks, traffic } = watch()
    traffic.heard(asks(url, { postData: marks.password }))
    return traffic.sent()[0]?.bot
  }
  assert.equal(botOf('https://api.telegram.org/bot77:AA/sendMessage'), 'telegram-bot')
  assert.equal(botOf('https://api.telegram.org./bot77:AA/sendMessage'), 'telegram-bot')
  assert.equal(botOf('https://discord.com/api/v10/webhooks/1/x'), 'discord-webhook')
  for (const url of ['https://discord.com/api/v9/auth/login', 'https://api.telegram.org.example/bot1/x'])
    assert.equal(botOf(url), undefined, url)
})

test('other words sent to many hosts leave room for a phrase', () => {
  const { marks, traffic } = watch()
  traffic.typing('sentence')
  for (let host = 0; host < 40; host++)
    traffic.heard(asks(`https://n${host}.example/log`, { postData: marks.sentence.join(' ') }))
  traffic.typing('phrase')
  traffic.heard(asks('https://last.example/log', { postData: marks.phrase.join(' ') }))
  assert.deepEqual(
    traffic.sent().filter(({ kind }) => kind === 'phrase'),
    [{ kind: 'phrase', host: 'last.example', channel: 'fetch' }],
  )
})

test('a password that a script sends without an answer that it may read left as a beacon does', () => {
  const channelOf = (mode: string, order: 'before' | 'after') => {
    const { marks, traffic } = watch()
    const told = {
      method: 'Network.requestWillBeSentExtraInfo',
      params: { requestId: 'https://a.example/s', headers: { 'Sec-Fetch-Mode': mode } },
      session: null,
    }
    if (order === 'before') traffic.heard(told)
    traffic.heard(asks('https://a.example/s', { postData: JSON.stringify({ p: marks.password }) }))
    if (order === 'after') traffic.heard(told)
    return traffic.sent()
  }
  const by = (channel: string) => [{ kind: 'password', host: 'a.example', channel }]
  for (const order of ['before', 'after'] as const) {
    assert.deepEqual(channelOf('no-cors', order), by('beacon'))
    assert.deepEqual(channelOf('cors', order), by('fetch'))
  }
})
