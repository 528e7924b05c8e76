import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { bytecode, contractFunction, provenance } from '@redoubt/risk/testing/sampleContract.ts'
import { renderAbi } from './renderContract.ts'

describe('renderAbi', () => {
  test('the verified ABI is passed on as it is', () => {
    const abi = [{ type: 'event', name: 'Ping', inputs: [] }]
    assert.deepEqual(renderAbi({ provenance: provenance({ abi }), bytecode: bytecode() }), {
      source: 'verified',
      items: abi,
    })
  })

  test('without one, functions are recovered from the code, tuples kept whole', () => {
    const functions = [
      contractFunction('swap((address,uint256)[],uint256)', { mutability: 'payable' }),
      contractFunction('totalSupply()', { mutability: 'view' }),
      contractFunction('x(uint256)', { signature: null }),
    ]
    const abi = renderAbi({ provenance: provenance(), bytecode: bytecode({ functions }) })
    assert.equal(abi?.source, 'recovered')
    assert.deepEqual(abi?.items, [
      {
        type: 'function',
        selector: functions[0]?.selector,
        name: 'swap',
        inputs: [
          { name: '', type: '(address,uint256)[]' },
          { name: '', type: 'uint256' },
        ],
        stateMutability: 'payable',
      },
      { type: 'function', selector: '0x18160ddd', name: 'totalSupply', inputs: [], stateMutability: 'view' },
      {
        type: 'function',
        selector: functions[2]?.selector,
        name: null,
        inputs: [{ name: '', type: 'uint256' }],
        stateMutability: 'nonpayable',
      },
    ])
  })

  test('no code, no ABI', () => assert.equal(renderAbi({ bytecode: null }), null))
})
