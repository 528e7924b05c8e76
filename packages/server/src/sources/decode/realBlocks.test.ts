import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import type { Address, Hex } from '../../risk/facts.ts'
import { signaturesOf } from './abiIndex.ts'
import { decodeCall } from './decodeCall.ts'

const blocks = `${process.env.REDOUBT_DATA ?? '../shared/data'}/mainnet_blocks/blocks`
type BlockTransaction = { to: Address | null; value: Hex; input: Hex }

/** Strictness must not cost real traffic: a known selector that does not decode is an encoder we do not understand. */
test('call data of real blocks decodes', { skip: existsSync(blocks) ? false : `no ${blocks}` }, () => {
  let calls = 0
  let known = 0
  let decoded = 0
  for (const number of readdirSync(blocks)) {
    const block = JSON.parse(gunzipSync(readFileSync(`${blocks}/${number}/block.json.gz`)).toString())
    for (const { to, value, input } of (block.result ?? block).transactions as BlockTransaction[]) {
      if (to === null || input.length < 10) continue
      calls++
      if (signaturesOf('function', input.slice(2, 10)).length > 0) known++
      if (decodeCall({ to, value: BigInt(value), data: input }).functionName !== null) decoded++
    }
  }
  assert.ok(decoded / known > 0.999, `${decoded} of ${known} known calls`)
  assert.ok(decoded / calls > 0.7, `${decoded} of ${calls} calls`)
})
