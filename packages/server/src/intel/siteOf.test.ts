import assert from 'node:assert/strict'
import { test } from 'node:test'
import { siteOf } from './sharedHosts.ts'

for (const [host, site] of [
  ['app.uniswap.org', 'uniswap.org'],
  ['uniswap.org', 'uniswap.org'],
  ['a.b.example.co.uk', 'example.co.uk'],
  ['evil.vercel.app', 'evil.vercel.app'],
  ['login.evil.vercel.app', 'evil.vercel.app'],
  ['me.gitbook.io', 'me.gitbook.io'],
  ['sites.google.com', null],
  ['vercel.app', null],
  ['com', null],
  ['192.0.2.7', null],
  ['[2001:db8::1]', null],
  ['localhost', null],
] as const)
  test(`${host} belongs to ${site ?? 'no single owner'}`, () => assert.equal(siteOf(host), site))
