import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseSite } from '../address/parseSite.ts'
import { loadLexicalModel } from './loadLexicalModel.ts'

const model = loadLexicalModel()
const judge = (host: string) => model(parseSite(`https://${host}/`))

test('hosts made like those of phishers are told from those of honest strangers', () => {
  for (const host of ['claim-airdrop-uniswap.xyz', 'metamask-wallet-restore.online', 'dapp-connect-rectify.pages.dev'])
    assert.equal(judge(host)?.level, 'avoid', host)
  for (const host of ['bakery-lindenstrasse.de', 'cs.ox.ac.uk', 'docs.python.org', 'seattletimes.com'])
    assert.equal(judge(host)?.level, 'none', host)
})

test('a level comes with the pieces of the host that made it and with how often it is wrong', () => {
  const said = judge('claim-airdrop-uniswap.xyz')
  assert.ok(said)
  assert.ok(said.top.some(({ gram }) => gram.includes('claim')))
  assert.deepEqual(
    said.top,
    said.top.toSorted((a, b) => b.weight - a.weight),
  )
  for (const { gram } of said.top) assert.ok('claim-airdrop-uniswap.xyz'.includes(gram), gram)
  assert.ok(said.model.avoid < said.model.caution && said.model.caution < 0.02)
  assert.deepEqual(judge('example.org')?.top, [])
})

test('nothing is said of addresses without a name and of hosts that strangers share', () => {
  for (const host of ['10.0.0.1', '[::1]', 'vercel.app', 'sites.google.com', 'co.uk', 'github.com'])
    assert.equal(judge(host), null, host)
})

test('the same host has the same score in any spelling, on any page, and after any other', () => {
  const host = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?\.(com|xyz|pages\.dev|co\.uk)$/)
  fc.assert(
    fc.property(host, host, (name, other) => {
      const plain = judge(name)
      judge(other)
      const spellings = [name.toUpperCase(), `${name}.`, `user@${name}:8443`, encodeURIComponent(name)]
      for (const spelling of spellings) assert.deepEqual(model(parseSite(`http://${spelling}/a?b#c`)), plain)
    }),
  )
})

test('any URL has a score from 0 to 1, and a higher score never has a milder level', () => {
  const LEVELS = ['none', 'caution', 'avoid']
  const label = fc.stringMatching(/^[a-z]{2,8}$/)
  const lure = fc.constantFrom('claim', 'airdrop', 'wallet', 'swap', 'shop', 'blog')
  const url = fc.oneof(
    fc.stringMatching(/^[a-zA-Z0-9.é中%@:_-]{1,60}$/).map((text) => `https://${text}.org/`),
    fc.tuple(lure, label, fc.constantFrom('-', '')).map(([one, other, by]) => `https://${one}${by}${other}.xyz/`),
  )
  const readable = url.filter((text) => URL.canParse(text))
  fc.assert(
    fc.property(readable, readable, (one, other) => {
      const [low, high] = [model(parseSite(one)), model(parseSite(other))].toSorted((a, b) => {
        return (a?.score ?? 0) - (b?.score ?? 0)
      })
      for (const said of [low, high]) assert.ok(!said || (said.score >= 0 && said.score <= 1 && said.top.length <= 5))
      if (low && high) assert.ok(LEVELS.indexOf(low.level) <= LEVELS.indexOf(high.level) || low.score === high.score)
    }),
  )
})

test('names in other scripts are judged by what is sent to the network', () => {
  assert.deepEqual(judge('münchen.de'), judge('xn--mnchen-3ya.de'))
})
