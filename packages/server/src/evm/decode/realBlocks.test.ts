import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { signaturesOf } from './abiIndex.ts'
import { decodeCall } from './decodeCall.ts'

const blocks = `${process.env.REDOUBT_DATA ?? '../shared/data'}/mainnet_blocks/blocks`
type BlockTransaction = { to: Address | null; value: Hex; input: Hex }

/** Strictness must not cost real traffic: a known selector that does not decode is an encoder we do not understand. */
test('call data of real blocks decodes', { skip: existsSync(blocks) ? false : `no ${blocks}` }, () => {
  let calls = 0
  let known = 0
  let understood = 0
  let decoded = 0
  for (const number of readdirSync(blocks)) {
    const block = JSON.parse(gunzipSync(readFileSync(`${blocks}/${number}/block.json.gz`)).toString())
    for (const { to, value, input } of (block.result ?? block).transactions as BlockTransaction[]) {
      if (to === null || input.length < 10) continue
      calls++
      const { abi } = decodeCall({ to, value: BigInt(value), data: input })
      if (abi !== null) decoded++
      // The data pack's candidates are guesses by four bytes, which bots choose freely (0x00000000): only the layout accepts them.
      const [candidate] = signaturesOf('function', input.slice(2, 10))
      if (candidate === undefined || candidate.abi === 'data-pack') continue
      known++
      if (abi !== null) understood++
    }
  }
  assert.ok(understood / known > 0.999, `${understood} of ${known} known calls`)
  assert.ok(decoded / calls > 0.75, `${decoded} of ${calls} calls`)
})
