import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSignature } from '../abiTypes.ts'
import { shownValues } from './shownValues.ts'

const [A, B] = [`0x${'aa'.repeat(20)}`, `0x${'bb'.repeat(20)}`]
const { inputs } = parseSignature('f(uint256[] amounts,address[] tokens,address token,bytes32 id,uint256 amount)')
const described = (amounts: bigint[], tokens: string[]) => ({
  inputs,
  values: [amounts, tokens, B, `0x${'cc'.repeat(32)}`, 9n],
  container: { to: null, value: null, from: null },
})

const CASES: [string, string, string, bigint[], string[], string[]][] = [
  ['as many', 'amounts.[]', 'tokens.[]', [1n, 2n], [A, B], [`1 of ${A}`, `2 of ${B}`]],
  ['more amounts than tokens', 'amounts.[]', 'tokens.[]', [1n, 2n], [A], ['1', '2']],
  ['fewer amounts than tokens', 'amounts.[]', 'tokens.[]', [1n], [A, B], ['1']],
  ['no tokens', 'amounts.[]', 'tokens.[]', [1n, 2n], [], ['1', '2']],
  ['one amount and several tokens', 'amount', 'tokens.[]', [], [A, B], ['9']],
  ['several amounts of one token', 'amounts.[]', 'token', [1n, 2n], [], [`1 of ${B}`, `2 of ${B}`]],
  ['the last token of a list', 'amount', 'tokens.[-1]', [], [A, B], [`9 of ${B}`]],
  ['what is no address', 'amounts.[]', 'id', [1n, 2n], [A, B], ['1', '2']],
]
for (const [name, path, tokenPath, amounts, tokens, expected] of CASES)
  test(`amounts and their tokens: ${name}`, () => {
    for (const format of ['tokenAmount', 'nftName']) {
      const values = shownValues({ path, label: '', format, params: { tokenPath } }, described(amounts, tokens))
      const told = values.map((value) => {
        if (value.as === 'amount') return `${value.amount} of ${value.token}`
        if (value.as === 'item') return `${value.id} of ${value.collection}`
        return value.as === 'text' ? value.text : ''
      })
      assert.deepEqual(told, expected, format)
    }
  })
