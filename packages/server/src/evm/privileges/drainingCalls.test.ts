import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Bytecode, ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import { drainingCalls } from './drainingCalls.ts'

const TAKER = '0x7e57ed00c01a5000000000000000000000000004'
const TOKEN = '0x7e57ed00c01a5000000000000000000000000005'
const TRANSFER = `a9059cbb${TAKER.slice(2).padStart(64, '0')}${9n.toString(16).padStart(64, '0')}`
const APPROVE = `095ea7b3${TAKER.slice(2).padStart(64, '0')}${9n.toString(16).padStart(64, '0')}`

function calls(args: string, mutability: ContractFunction['mutability'] = 'nonpayable') {
  const functions = [{ selector: '0xc0ffee00', signature: null, arguments: args, mutability }]
  const bytecode = { functions } as unknown as Pick<Bytecode, 'functions'>
  return drainingCalls(bytecode, { taker: TAKER, token: TOKEN, coins: 10n, amount: 9n }).map(({ data }) => data)
}

describe('calls that a delegate would carry out for a thief', () => {
  for (const args of ['address,uint256,bytes', '(address,uint256,bytes)[],uint256', 'address[],bytes[]'])
    test(`${args}: a transfer and an approval of a token as call data`, () => {
      const made = calls(args)
      for (const payload of [TRANSFER, APPROVE])
        assert.ok(made.some((data) => data.includes(payload) && data.includes(TOKEN.slice(2))))
    })

  test('bytes32,bytes: packed as ERC-7579 packs one call', () => {
    assert.ok(calls('bytes32,bytes').some((data) => data.includes(`${TOKEN.slice(2)}${'0'.repeat(64)}${TRANSFER}`)))
  })

  test('address[],address[],uint256[]: the token in each place', () => {
    const at = (data: string, word: number) => `0x${data.slice(10 + word * 64 + 24, 10 + (word + 1) * 64)}`
    const pairs = calls('address[],address[],uint256[]').map((data) => `${at(data, 4)} ${at(data, 6)}`)
    assert.ok(pairs.includes(`${TOKEN} ${TAKER}`) && pairs.includes(`${TAKER} ${TOKEN}`))
  })

  test('functions that change nothing, name nothing, or cannot be called give no call', () => {
    assert.deepEqual([...calls('address,uint256', 'view'), ...calls('uint256'), ...calls('address,uint257')], [])
  })

  test('no function gets more calls than there are', () => {
    assert.ok(calls('address,address,address,address,uint256,uint256,bytes').length <= 480)
  })
})
