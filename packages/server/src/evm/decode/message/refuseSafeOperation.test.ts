import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OTHER, parseTyped, TOKEN } from './testTypedData.ts'

test('a Safe calls (0) or runs code as its own (1): any other operation is refused', () => {
  const type = (gas: string) =>
    `SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 ${gas},uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)`
  const ask =
    (operation: number, gas = 'baseGas') =>
    () =>
      parseTyped(type(gas), {
        to: TOKEN,
        value: 0,
        data: '0x',
        operation,
        safeTxGas: 0,
        [gas]: 0,
        gasPrice: 0,
        gasToken: OTHER,
        refundReceiver: OTHER,
        nonce: 0,
      })
  for (const gas of ['baseGas', 'dataGas'])
    assert.throws(ask(2, gas), /body\.typedData\.message\.operation: expected 0 \(a call\) or 1/)
  assert.doesNotThrow(ask(0))
  assert.doesNotThrow(ask(1))
  assert.doesNotThrow(() => parseTyped('Job(uint8 operation)', { operation: 2 }))
})
