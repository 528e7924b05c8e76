import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lureOf } from './likenesses.ts'

for (const rest of ['claim', 'ciaim', 'airdropclaim', 'walletconnect', '0login', 'app0verify', 'claim2024'])
  test(`“${rest}” presses`, () => assert.equal(lureOf(rest), 'strong'))
for (const rest of ['app', 'v3', 'swapfinance', '2024', '0'])
  test(`“${rest}” is of the trade`, () => assert.equal(lureOf(rest), 'weak'))
for (const rest of ['', 'gardening', 'claimx9garden', 'q'.repeat(60)])
  test(`“${rest}” says nothing`, () => assert.equal(lureOf(rest), null))
